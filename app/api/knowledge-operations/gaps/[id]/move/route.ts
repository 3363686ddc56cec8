import { madeId } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { gapMove } from "@/lib/features/knowledge-operations/gap-schema";
import { moveQuestion } from "@/lib/features/knowledge-operations/service/gap-actions";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Move a question of a gap into another, or into one of its own",
  audit: "gap.move",
  any: [P.KB_MANAGE],
  params: idParam,
  body: gapMove,
  response: madeId,
  run: ({ actor, params, body }) => moveQuestion(actor, params.id, body),
});
