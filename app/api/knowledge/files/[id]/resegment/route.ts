import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { resegmentInput } from "@/lib/features/knowledge/schema";
import { readFile } from "@/lib/features/knowledge/service/files";
import { resegmentFile } from "@/lib/features/knowledge/service/resegment";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Cut a file of a knowledge base anew",
  audit: "knowledge.file.resegment",
  any: [P.KB_MANAGE],
  params: idParam,
  body: resegmentInput,
  response: knowledgeFileDto,
  run: async ({ actor, params, body }) => {
    await resegmentFile(actor, params.id, body.segmentation, { asDefault: body.asDefault });
    return readFile(actor, params.id);
  },
});
