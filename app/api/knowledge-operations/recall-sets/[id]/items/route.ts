import { madeId, pageOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { recallItemDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallItemInput, recallItemsQuery } from "@/lib/features/knowledge-operations/recall-schema";
import { addRecallItem, readRecallItems } from "@/lib/features/knowledge-operations/service/recall-items";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Questions of a test set",
  any: [P.KB_MANAGE],
  params: idParam,
  query: recallItemsQuery,
  response: pageOf(recallItemDto),
  run: ({ actor, params, query }) => readRecallItems(actor, params.id, query),
});

export const POST = handler({
  summary: "Add a question to a test set",
  exempt: "a question of a test; the set's own changes are told",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallItemInput,
  response: madeId,
  run: ({ actor, params, body }) => addRecallItem(actor, params.id, body),
});
