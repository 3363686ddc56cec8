import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { restoreFile } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a file of a knowledge base back from the trash",
  audit: "knowledge.file.restore",
  any: [P.KB_MANAGE],
  params: idParam,
  response: knowledgeFileDto,
  run: ({ actor, params }) => restoreFile(actor, params.id),
});
