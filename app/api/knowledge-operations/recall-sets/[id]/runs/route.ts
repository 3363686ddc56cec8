import { listOf, madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recallRunDto } from "@/lib/features/knowledge-operations/recall-dto";
import { newRecallRun } from "@/lib/features/knowledge-operations/recall-schema";
import { readRuns, startRun } from "@/lib/features/knowledge-operations/service/recall-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Runs of a test set, the newest first",
  any: [P.KB_MANAGE],
  params: idParam,
  response: listOf(recallRunDto),
  run: ({ actor, params }) => readRuns(actor, params.id),
});

export const POST = handler({
  summary: "Ask the questions of a test set, by one setting or by two",
  audit: "knowledge.recall.run",
  any: [P.KB_MANAGE],
  params: idParam,
  body: newRecallRun,
  response: madeId,
  run: ({ actor, params, body }) => startRun(actor, params.id, body),
});
