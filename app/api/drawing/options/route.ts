import { handler } from "@/lib/endpoint/route";
import { drawingOptionsDto } from "@/lib/features/drawing/dto";
import { readDrawingOptions } from "@/lib/features/drawing/service/options";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Image models with what each takes, and what is left of the day",

  any: [P.PAINTING],
  response: drawingOptionsDto,
  run: ({ actor }) => readDrawingOptions(actor),
});
