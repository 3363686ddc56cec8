import { rateAnswer } from "@/lib/conversation/answers";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { answerFeedback } from "@/lib/stream/feedback-schema";

export const PUT = handler({
  summary: "Like or dislike an answer",
  exempt: "what a person thinks of an answer to them; the records show it",

  any: CONVERSATION_CODES,
  params: idParam,
  body: answerFeedback,
  response: nothing,
  run: ({ actor, params, body }) => rateAnswer(actor, params.id, body),
});
