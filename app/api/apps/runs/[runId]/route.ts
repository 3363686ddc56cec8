import { handler } from "@/lib/endpoint/route";
import { runDto } from "@/lib/features/apps/runs-dto";
import { runParams } from "@/lib/features/apps/runs-schema";
import { readRun } from "@/lib/features/apps/service/flow/reading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A run of a workflow with what became of each node",
  any: [P.APPS],
  params: runParams,
  response: runDto,
  run: ({ actor, params, locale }) => readRun(actor, params.runId, locale),
});
