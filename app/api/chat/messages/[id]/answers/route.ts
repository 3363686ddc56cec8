import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { listAnswersTo } from "@/lib/conversation/messages";
import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { chatMessageDto } from "@/lib/stream/message-dto";

export const GET = handler({
  summary: "Every answer to a question",

  any: CONVERSATION_CODES,
  params: idParam,
  response: listOf(chatMessageDto),
  run: ({ actor, params }) => listAnswersTo(actor, params.id),
});
