import { handler } from "@/lib/endpoint/route";
import { answerExtractDto } from "@/lib/features/search/chat-dto";
import { extractParams } from "@/lib/features/search/chat-schema";
import { drawOut } from "@/lib/features/search/service/chat/extracts";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "A summary, a mind map, events or entities of an answer",
  exempt: "made once for a person's own answer",
  any: [P.SEARCH],
  params: extractParams,
  response: answerExtractDto,
  run: ({ actor, params, request }) => drawOut(actor, params.id, params.kind, request.signal),
});
