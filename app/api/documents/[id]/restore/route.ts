import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { restoreDocument } from "@/lib/features/documents/service/documents";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a document back from the trash",

  any: [P.DOCUMENT],
  audit: "document.restore",
  params: idParam,
  response: documentDto,
  run: ({ actor, params }) => restoreDocument(actor, params.id),
});
