import { handler, idParam } from "@/lib/endpoint/route";
import { logDetailDto } from "@/lib/features/gateway/dto";
import { readLog } from "@/lib/features/gateway/service/logs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A logged request: its way, its figures",

  any: [P.GATEWAY],
  params: idParam,
  response: logDetailDto,
  run: ({ actor, params }) => readLog(actor, params.id),
});
