import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { runParams } from "@/lib/features/apps/runs-schema";
import { cancelRun } from "@/lib/features/apps/service/flow/runs";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Cancel a run",
  audit: "app.run.cancel",
  any: [P.APPS],
  params: runParams,
  response: nothing,
  run: ({ actor, params }) => cancelRun(actor, params.runId),
});
