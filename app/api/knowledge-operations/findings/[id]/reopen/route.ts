import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { reopenFinding } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take the decision about a finding back",
  audit: "knowledge.finding.reopen",
  any: [P.KB_MANAGE],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => reopenFinding(actor, params.id),
});
