import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { finishFinding } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Mark a finding as dealt with",
  audit: "knowledge.finding.done",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => finishFinding(actor, params.id),
});
