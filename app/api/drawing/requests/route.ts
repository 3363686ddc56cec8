import { handler } from "@/lib/endpoint/route";
import { openDrawingsDto } from "@/lib/features/drawing/dto";
import { readOpenDrawings } from "@/lib/features/drawing/service/drawings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Own drawings that are not done yet",

  any: [P.PAINTING],
  response: openDrawingsDto,
  run: ({ actor }) => readOpenDrawings(actor),
});
