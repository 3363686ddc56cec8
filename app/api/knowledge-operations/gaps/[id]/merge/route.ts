import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { gapMerge } from "@/lib/features/knowledge-operations/gap-schema";
import { mergeGaps } from "@/lib/features/knowledge-operations/service/gap-actions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Merge a gap into another of its knowledge base",
  audit: "gap.merge",
  any: [P.KB_MANAGE],
  params: idParam,
  body: gapMerge,
  response: nothing,
  run: ({ actor, params, body }) => mergeGaps(actor, params.id, body),
});
