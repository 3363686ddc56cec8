import { handler } from "@/lib/endpoint/route";
import { squareDto } from "@/lib/features/apps/dto";
import { readSquare } from "@/lib/features/apps/service/apps";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Categories of the square, and how many apps there are",
  any: [P.APPS],
  response: squareDto,
  run: ({ actor }) => readSquare(actor),
});
