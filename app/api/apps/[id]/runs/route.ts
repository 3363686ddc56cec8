import { idempotencyHeader } from "@/lib/conversation/schema";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { appRun } from "@/lib/features/apps/schema";
import { runApp } from "@/lib/features/apps/service/answer";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask an app",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",
  any: [P.APPS],
  params: idParam,
  body: appRun,
  run: ({ actor, params, body, request }) =>
    runApp(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
