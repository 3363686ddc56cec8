import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler } from "@/lib/endpoint/route";
import { searchAsked } from "@/lib/features/search/chat-schema";
import { askWeb } from "@/lib/features/search/service/chat/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Search the web for a question, in a new search or on in one",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",
  any: [P.SEARCH],
  body: searchAsked,
  run: ({ actor, body, request }) => askWeb(actor, body, idempotencyKeyOf(request, idempotencyHeader)),
});
