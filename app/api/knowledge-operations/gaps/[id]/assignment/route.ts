import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { gapAssignment } from "@/lib/features/knowledge-operations/gap-schema";
import { assignGap } from "@/lib/features/knowledge-operations/service/gap-actions";
import { P } from "@/lib/permissions/codes";

export const PUT = handler({
  summary: "Assign a gap to somebody who manages its knowledge base",
  audit: "gap.assign",
  any: [P.KB_MANAGE],
  params: idParam,
  body: gapAssignment,
  response: nothing,
  run: ({ actor, params, body }) => assignGap(actor, params.id, body),
});
