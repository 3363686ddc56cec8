import { handler } from "@/lib/endpoint/route";
import { recallFoundDto } from "@/lib/features/knowledge-operations/recall-dto";
import { recallResultParams } from "@/lib/features/knowledge-operations/recall-schema";
import { readFound } from "@/lib/features/knowledge-operations/service/recall-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The slices one question of a run found",
  any: [P.KB_MANAGE],
  params: recallResultParams,
  response: recallFoundDto,
  run: ({ actor, params }) => readFound(actor, params.id, params.itemId),
});
