import { handler, idParam } from "@/lib/endpoint/route";
import { logContentDto } from "@/lib/features/gateway/dto";
import { openLog } from "@/lib/features/gateway/service/logs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Open what was said in a logged request; the operation log tells of it",

  any: [P.GATEWAY],
  whenReadOnly: true,
  audit: "gateway.log.open",
  params: idParam,
  response: logContentDto,
  run: ({ actor, params }) => openLog(actor, params.id),
});
