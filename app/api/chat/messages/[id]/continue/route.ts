import { idempotencyHeader, reAnswer } from "@/lib/features/chat/schema";
import { continueAnswer } from "@/lib/features/chat/service/answer";
import { idempotencyKeyOf } from "@/lib/http/idempotency";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.CHAT],
  params: idParam,
  body: reAnswer,
  run: ({ actor, params, body, request }) =>
    continueAnswer(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
