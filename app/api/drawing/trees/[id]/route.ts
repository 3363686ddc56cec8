import { handler, idParam } from "@/lib/endpoint/route";
import { treeDto } from "@/lib/features/drawing/dto";
import { readTree } from "@/lib/features/drawing/service/drawings";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "A version tree: all drawings that came of one another",

  any: [P.PAINTING],
  params: idParam,
  response: treeDto,
  run: ({ actor, params }) => readTree(actor, params.id),
});
