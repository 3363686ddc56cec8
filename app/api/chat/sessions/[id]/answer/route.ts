import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { question } from "@/lib/features/chat/schema";
import { answerQuestion } from "@/lib/features/chat/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask a question",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  any: [P.CHAT],
  params: idParam,
  body: question,
  run: ({ actor, params, body, request }) =>
    answerQuestion(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
