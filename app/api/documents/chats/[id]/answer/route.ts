import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { documentQuestion } from "@/lib/features/documents/schema";
import { answerQuestion } from "@/lib/features/documents/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask about the documents",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  any: [P.DOCUMENT],
  params: idParam,
  body: documentQuestion,
  run: ({ actor, params, body, request, locale }) =>
    answerQuestion(actor, params.id, body, { locale, idempotencyKey: idempotencyKeyOf(request, idempotencyHeader) }),
});
