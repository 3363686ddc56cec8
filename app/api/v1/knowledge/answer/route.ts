import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { knowledgeAsked } from "@/lib/features/knowledge/chat-schema";
import { knowledgeCaller } from "@/lib/features/knowledge/open/caller";
import { askBases } from "@/lib/features/knowledge/service/chat/answer";
import { openHandler } from "@/lib/features/open-api/open-route";

/** The lines of the product's own answers; the conversation is the key owner's. */
export const POST = openHandler({
  summary: "An answer from knowledge bases, as a stream of lines",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  scope: "knowledge",
  body: knowledgeAsked,
  run: async ({ holder, body, request }) =>
    askBases(await knowledgeCaller(holder), body, idempotencyKeyOf(request, idempotencyHeader)),
});
