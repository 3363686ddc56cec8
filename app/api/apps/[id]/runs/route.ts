import { idempotencyHeader } from "@/lib/conversation/schema";
import { pageOf } from "@/lib/endpoint/answers";
import { idempotencyKeyOf } from "@/lib/endpoint/idempotency";
import { handler, idParam } from "@/lib/endpoint/route";
import { runListDto } from "@/lib/features/apps/runs-dto";
import { runsQuery } from "@/lib/features/apps/runs-schema";
import { appRun } from "@/lib/features/apps/schema";
import { listRuns } from "@/lib/features/apps/service/flow/reading";
import { runOrAsk } from "@/lib/features/apps/service/flow/start";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Runs of a workflow",
  any: [P.APPS],
  params: idParam,
  query: runsQuery,
  response: pageOf(runListDto),
  run: ({ actor, params, query }) => listRuns(actor, params.id, query),
});

export const POST = handler({
  summary: "Ask an app, or begin a run of a workflow, whose id is answered",
  answers: "ndjson",
  direct: true,
  exempt: "questions are exempt, the ledger counts them",
  any: [P.APPS],
  params: idParam,
  body: appRun,
  run: ({ actor, params, body, request }) =>
    runOrAsk(actor, params.id, body, idempotencyKeyOf(request, idempotencyHeader)),
});
