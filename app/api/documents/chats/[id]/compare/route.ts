import { comparisonDto } from "@/lib/conversation/dto";
import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { documentComparison } from "@/lib/features/documents/schema";
import { compareAnswers } from "@/lib/features/documents/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask several models the same about the documents",
  exempt: "questions are exempt, the ledger counts them",

  any: [P.DOCUMENT],
  params: idParam,
  body: documentComparison,
  response: comparisonDto,
  run: ({ actor, params, body, request }) =>
    compareAnswers(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
