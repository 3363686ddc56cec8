import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { findingAssignment } from "@/lib/features/knowledge-operations/findings-schema";
import { assignFinding } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Give a finding to somebody who manages its knowledge base",
  audit: "knowledge.finding.assign",
  any: [P.KB_MANAGE],
  params: idParam,
  body: findingAssignment,
  response: nothing,
  run: ({ actor, params, body }) => assignFinding(actor, params.id, body.assigneeId),
});
