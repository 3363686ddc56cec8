import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { recallSetDto } from "@/lib/features/knowledge-operations/recall-dto";
import { newRecallSet, recallSetsQuery } from "@/lib/features/knowledge-operations/recall-schema";
import { createRecallSet, readRecallSets } from "@/lib/features/knowledge-operations/service/recall-sets";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Test sets of a knowledge base with their last figures",
  any: [P.KB_MANAGE],
  query: recallSetsQuery,
  response: pageOf(recallSetDto),
  run: ({ actor, query }) => readRecallSets(actor, query),
});

export const POST = handler({
  summary: "Make a test set of a knowledge base",
  audit: "knowledge.recall.create",
  any: [P.KB_MANAGE],
  body: newRecallSet,
  response: madeId,
  run: ({ actor, body }) => createRecallSet(actor, body),
});
