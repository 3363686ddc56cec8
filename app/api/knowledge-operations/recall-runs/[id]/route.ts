import { handler, idParam } from "@/lib/endpoint/route";
import { openedRecallRunDto } from "@/lib/features/knowledge-operations/recall-dto";
import { readRun } from "@/lib/features/knowledge-operations/service/recall-runs";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A run of a test set: its settings, how far it is, its figures",
  any: [P.KB_MANAGE],
  params: idParam,
  response: openedRecallRunDto,
  run: ({ actor, params }) => readRun(actor, params.id),
});
