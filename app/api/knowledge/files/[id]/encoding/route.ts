import { handler, idParam } from "@/lib/endpoint/route";
import { knowledgeFileDto } from "@/lib/features/knowledge/dto";
import { rereadInEncoding } from "@/lib/features/knowledge/service/versions";
import { chosenEncoding } from "@/lib/parsing/dto";
import { P } from "@/lib/permissions/codes";

/** What is read becomes the file's newest version; the earlier one answers until it is ready. */
export const POST = handler({
  summary: "Read a text of a knowledge base anew in another encoding",
  any: [P.KB_MANAGE],
  audit: "knowledge.file.encoding",
  params: idParam,
  body: chosenEncoding,
  response: knowledgeFileDto,
  run: ({ actor, params, body }) => rereadInEncoding(actor, params.id, body.encoding),
});
