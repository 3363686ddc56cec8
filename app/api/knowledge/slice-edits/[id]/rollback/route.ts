import { handler, idParam } from "@/lib/endpoint/route";
import { sliceChangeDto } from "@/lib/features/knowledge/dto";
import { rollBack } from "@/lib/features/knowledge/service/slice-changes";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a change of a slice back",
  audit: "knowledge.slice.change",
  any: [P.KB_MANAGE],
  params: idParam,
  response: sliceChangeDto,
  run: ({ actor, params }) => rollBack(actor, params.id),
});
