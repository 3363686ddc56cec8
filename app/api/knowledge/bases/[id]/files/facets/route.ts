import { handler, idParam } from "@/lib/endpoint/route";
import { fileFacetsDto } from "@/lib/features/knowledge/dto";
import { readFacets } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Folders, tags and people the files of a knowledge base can be narrowed by",
  any: [P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH],
  params: idParam,
  response: fileFacetsDto,
  run: ({ actor, params }) => readFacets(actor, params.id),
});
