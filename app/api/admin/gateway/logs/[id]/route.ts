import { handler, idParam } from "@/lib/endpoint/route";
import { readLog } from "@/lib/features/gateway/service/logs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A logged request: its way, its figures",

  any: [P.GATEWAY],
  params: idParam,
  run: ({ actor, params }) => readLog(actor, params.id),
});
