import { handler, idParam } from "@/lib/endpoint/route";
import { gapFilesDto } from "@/lib/features/knowledge-operations/gap-dto";
import { nearestFiles } from "@/lib/features/knowledge-operations/service/gap-board";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Files that come nearest to the questions of a gap",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: gapFilesDto,
  run: ({ actor, params }) => nearestFiles(actor, params.id),
});
