import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { openKnowledgeAsked } from "@/lib/features/knowledge/chat-schema";
import { answerFromBases } from "@/lib/features/knowledge/open/answer";
import { openHandler } from "@/lib/features/open-api/open-route";

/** The conversation is the key owner's. */
export const POST = openHandler({
  summary: "An answer from knowledge bases, as a stream of lines or with stream false whole, with its citations",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  scope: "knowledge",
  body: openKnowledgeAsked,
  run: async ({ holder, body, request }) => answerFromBases(holder, body, idempotencyKeyOf(request, idempotencyHeader)),
});
