import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { findingDismissal } from "@/lib/features/knowledge-operations/findings-schema";
import { dismissFinding } from "@/lib/features/knowledge-operations/service/findings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Dismiss a finding, with the reason",
  audit: "knowledge.finding.dismiss",
  any: [P.KB_MANAGE],
  params: idParam,
  body: findingDismissal,
  response: nothing,
  run: ({ actor, params, body }) => dismissFinding(actor, params.id, body.reason),
});
