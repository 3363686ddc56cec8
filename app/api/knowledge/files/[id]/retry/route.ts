import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { retryFile } from "@/lib/features/knowledge/service/files";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Go on with a failed file of a knowledge base",
  exempt: "the same work once more",
  any: [P.KB_MANAGE],
  params: idParam,
  response: knowledgeFileDto,
  run: ({ actor, params }) => retryFile(actor, params.id),
});
