import { documentExportQuery } from "@/lib/answers/export/schema";
import { handler } from "@/lib/endpoint/route";
import { runParams } from "@/lib/features/apps/runs-schema";
import { exportRun } from "@/lib/features/apps/service/flow/reading";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What a run of a workflow answered, as Word or Markdown",
  answers: "file",
  any: [P.APPS],
  params: runParams,
  query: documentExportQuery,
  run: ({ actor, params, query: { format }, locale }) => exportRun(actor, params.runId, { format, locale }),
});
