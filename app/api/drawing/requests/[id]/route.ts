import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { dismissDrawing } from "@/lib/features/drawing/service/drawings";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Remove the record of a drawing that ended without a picture",
  exempt: "the record of a failed call of one's own",

  any: [P.PAINTING],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => dismissDrawing(actor, params.id),
});
