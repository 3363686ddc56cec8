import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { cancelFile } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Stop reading a file of a knowledge base",
  exempt: "work that can be taken up again",
  any: [P.KB_MANAGE],
  params: idParam,
  response: knowledgeFileDto,
  run: ({ actor, params }) => cancelFile(actor, params.id),
});
