import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeQuestion } from "@/lib/features/knowledge/chat-schema";
import { askInChat } from "@/lib/features/knowledge/service/chat/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask the bases of a conversation",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",

  any: [P.KB_CHAT],
  params: idParam,
  body: knowledgeQuestion,
  run: ({ actor, params, body, request }) =>
    askInChat(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
