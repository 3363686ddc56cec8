import { handler, idParam } from "@/lib/endpoint/route";
import { recallDecidedDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallDecision } from "@/lib/features/knowledge-operations/recall-schema";
import { decideRecallItems } from "@/lib/features/knowledge-operations/service/recall-items";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take proposed questions of a test set over, or give them up",
  exempt: "questions of a test; the set's own changes are told",
  any: [P.KB_MANAGE],
  params: idParam,
  body: recallDecision,
  response: recallDecidedDto,
  run: ({ actor, params, body }) => decideRecallItems(actor, params.id, body),
});
