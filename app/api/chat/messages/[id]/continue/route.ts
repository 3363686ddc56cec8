import { continueAnswer } from "@/lib/conversation/again";
import { CONVERSATION_CODES } from "@/lib/conversation/areas";
import { answerWish, idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/http/idempotency";
import { handler, idParam } from "@/lib/http/route";

export const POST = handler({
  any: CONVERSATION_CODES,
  params: idParam,
  body: answerWish,
  run: ({ actor, params, body, request }) =>
    continueAnswer(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
