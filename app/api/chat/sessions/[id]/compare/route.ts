import { comparisonDto } from "@/lib/conversation/dto";
import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { comparison } from "@/lib/features/chat/schema";
import { compareAnswers } from "@/lib/features/chat/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask several models the same",
  exempt: "questions are exempt, the ledger counts them",

  any: [P.CHAT],
  params: idParam,
  body: comparison,
  response: comparisonDto,
  run: ({ actor, params, body, request }) =>
    compareAnswers(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
