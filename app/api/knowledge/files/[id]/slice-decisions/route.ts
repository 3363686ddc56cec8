import { handler, idParam } from "@/lib/endpoint/route";
import { sliceDecisionsDto } from "@/lib/features/knowledge/dto";
import { listDecisions } from "@/lib/features/knowledge/service/slice-decisions";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Slices made by hand that lost their place",
  any: [P.KB_MANAGE],
  params: idParam,
  response: sliceDecisionsDto,
  run: ({ actor, params }) => listDecisions(actor, params.id),
});
