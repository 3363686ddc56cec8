import { handler, idParam } from "@/lib/endpoint/route";
import { replayDto } from "@/lib/features/gateway/dto";
import { replayBody } from "@/lib/features/gateway/log-schema";
import { replayLog } from "@/lib/features/gateway/service/replay";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Send a logged request to another model",

  any: [P.GATEWAY],
  audit: "gateway.log.replay",
  params: idParam,
  body: replayBody,
  response: replayDto,
  run: ({ actor, params, body, request }) => replayLog(actor, params.id, body, request.signal),
});
