import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { cancelDrawing } from "@/lib/features/drawing/service/drawings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Cancel a drawing that is under way",
  exempt: "ends a person's own piece of work",

  any: [P.PAINTING],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => cancelDrawing(actor, params.id),
});
