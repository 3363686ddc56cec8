import { handler, idParam } from "@/lib/endpoint/route";
import { begunDto } from "@/lib/features/drawing/dto";
import { retryDrawing } from "@/lib/features/drawing/service/drawings";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Try a drawing again that failed or was cancelled",

  any: [P.PAINTING],
  audit: "drawing.create",
  params: idParam,
  response: begunDto,
  run: ({ actor, params }) => retryDrawing(actor, params.id),
});
