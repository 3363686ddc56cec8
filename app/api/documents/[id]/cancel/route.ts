import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { cancelDocument } from "@/lib/features/documents/service/documents";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "End the reading of a document",
  exempt: "progress is exempt",

  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  response: documentDto,
  run: ({ actor, params }) => cancelDocument(actor, params.id),
});
