import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDetailDto } from "@/lib/features/knowledge/dto";
import { editFile } from "@/lib/features/knowledge/service/file-details";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Read a file of a knowledge base to change what is said of it",
  any: [P.KB_MANAGE],
  params: idParam,
  response: knowledgeFileDetailDto,
  run: ({ actor, params }) => editFile(actor, params.id),
});
