import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { appQuestion } from "@/lib/features/apps/schema";
import { askInChat } from "@/lib/features/apps/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask the app of a conversation",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",
  any: [P.APPS],
  params: idParam,
  body: appQuestion,
  run: ({ actor, params, body, request }) =>
    askInChat(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
