import { handler, idParam } from "@/lib/endpoint/route";
import { takenNamesDto } from "@/lib/features/knowledge/dto";
import { uploadNames } from "@/lib/features/knowledge/schema";
import { findTakenNames } from "@/lib/features/knowledge/service/upload";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Ask which names of files are taken in a knowledge base",
  exempt: "a question before an upload",
  any: [P.KB_MANAGE],
  params: idParam,
  body: uploadNames,
  response: takenNamesDto,
  run: ({ actor, params, body }) => findTakenNames(actor, params.id, body),
});
