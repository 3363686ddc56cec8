import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler } from "@/lib/endpoint/route";
import { knowledgeAsked } from "@/lib/features/knowledge/chat-schema";
import { askBases } from "@/lib/features/knowledge/service/chat/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask knowledge bases, in a new conversation or on in one",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  any: [P.KB_CHAT],
  body: knowledgeAsked,
  run: ({ actor, body, request }) => askBases(actor, body, idempotencyKeyOf(request, idempotencyHeader)),
});
