import { pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recallResultDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallResultsQuery } from "@/lib/features/knowledge-operations/recall-schema";
import { readResults } from "@/lib/features/knowledge-operations/service/recall-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "What became of the questions of a run",
  any: [P.KB_MANAGE],
  params: idParam,
  query: recallResultsQuery,
  response: pageOf(recallResultDto),
  run: ({ actor, params, query }) => readResults(actor, params.id, query),
});
