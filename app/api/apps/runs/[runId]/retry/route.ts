import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { runParams } from "@/lib/features/apps/runs-schema";
import { retryRun } from "@/lib/features/apps/service/flow/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go on with a run that failed, at what failed",
  audit: "app.run.retry",
  any: [P.APPS],
  params: runParams,
  response: nothing,
  run: ({ actor, params }) => retryRun(actor, params.runId),
});
