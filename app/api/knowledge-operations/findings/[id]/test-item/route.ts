import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { findingTest } from "@/lib/features/knowledge-operations/findings-schema";
import { addRecordedItem } from "@/lib/features/knowledge-operations/service/recall-items";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Put a finding into a recall test, with what was searched and found at the time",
  audit: "knowledge.recall.record",
  any: [P.KB_MANAGE],
  params: idParam,
  body: findingTest,
  response: madeId,
  run: ({ actor, params, body }) => addRecordedItem(actor, params.id, body.setId),
});
