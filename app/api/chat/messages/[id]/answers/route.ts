import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { listAnswersTo } from "@/lib/conversation/messages";
import { handler, idParam } from "@/lib/endpoint/route";

export const GET = handler({
  summary: "Every answer to a question",

  any: CONVERSATION_CODES,
  params: idParam,
  run: ({ actor, params }) => listAnswersTo(actor, params.id),
});
