import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { rereadDocument } from "@/lib/features/documents/service/upload";
import { chosenEncoding } from "@/lib/parsing/dto";
import { P } from "@/lib/permissions/codes";

/** What is read becomes the document's newest version. */
export const POST = handler({
  summary: "Read a text anew in another encoding",

  any: [P.DOCUMENT],
  audit: "document.reread",
  params: idParam,
  body: chosenEncoding,
  response: documentDto,
  run: ({ actor, params, body }) => rereadDocument(actor, params.id, body.encoding),
});
