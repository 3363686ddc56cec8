import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { searchQuestion } from "@/lib/features/search/chat-schema";
import { askInSearch } from "@/lib/features/search/service/chat/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask on in a search",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",
  any: [P.SEARCH],
  params: idParam,
  body: searchQuestion,
  run: ({ actor, params, body, request }) =>
    askInSearch(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
