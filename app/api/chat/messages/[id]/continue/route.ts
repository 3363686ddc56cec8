import { continueAnswer } from "@/lib/conversation/again";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { answerWish, idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";

export const POST = handler({
  summary: "Go on with an unfinished answer",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  any: CONVERSATION_CODES,
  params: idParam,
  body: answerWish,
  run: ({ actor, params, body, request }) =>
    continueAnswer(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
