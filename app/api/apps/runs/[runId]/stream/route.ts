import { handler } from "@/lib/endpoint/route";
import { runParams } from "@/lib/features/apps/runs-schema";
import { followRun } from "@/lib/features/apps/service/flow/reading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Follow a run of a workflow: a line when it changed, and texts while they are written",
  answers: "ndjson",
  any: [P.APPS],
  params: runParams,
  run: ({ actor, params }) => followRun(actor, params.runId),
});
