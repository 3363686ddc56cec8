import { documentReAnswer, idempotencyHeader } from "@/lib/features/documents/schema";
import { reAnswerMessage } from "@/lib/features/documents/service/answer";
import { idempotencyKeyOf } from "@/lib/http/idempotency";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.DOCUMENT],
  params: idParam,
  body: documentReAnswer,
  run: ({ actor, params, body, request, locale }) =>
    reAnswerMessage(actor, params.id, body, { locale, idempotencyKey: idempotencyKeyOf(request, idempotencyHeader) }),
});
