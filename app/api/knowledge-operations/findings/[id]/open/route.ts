import { handler, idParam } from "@/lib/endpoint/route";
import { openFinding } from "@/lib/features/knowledge-operations/service/findings";
import { openedAnswerDto } from "@/lib/features/knowledge-operations/usage-dto";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Read the question and the answer of a finding; its asker sees who did",
  any: [P.KB_MANAGE, P.KB_CENTER],
  audit: "knowledge.finding.open",
  // A read, though it is written down: it stays allowed while the licence has ended.
  whenReadOnly: true,
  params: idParam,
  response: openedAnswerDto,
  run: ({ actor, params }) => openFinding(actor, params.id),
});
