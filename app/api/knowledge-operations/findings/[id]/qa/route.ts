import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { findingQa } from "@/lib/features/knowledge-operations/findings-schema";
import { makeQaOf } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Make a finding a pair of question and answer",
  audit: "knowledge.qa.create",
  any: [P.KB_MANAGE],
  params: idParam,
  body: findingQa,
  response: madeId,
  run: ({ actor, params, body }) => makeQaOf(actor, params.id, body),
});
