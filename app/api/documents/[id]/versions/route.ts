import { listOf } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto, documentVersionDto } from "@/lib/features/documents/dto";
import { listVersions, replaceDocument } from "@/lib/features/documents/service/upload";
import { uploadForm } from "@/lib/files/upload-form";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Versions of a document",

  any: [P.DOCUMENT],
  params: idParam,
  response: listOf(documentVersionDto),
  run: ({ actor, params }) => listVersions(actor, params.id),
});

/** Takes a newer version of a document in as multipart, or by the id of a resumable upload. */
export const POST = handler({
  summary: "Replace a document by a newer version",

  any: [P.DOCUMENT],
  audit: "document.replace",
  params: idParam,
  multipart: uploadForm,
  resumable: true,
  response: documentDto,
  run: ({ actor, params, request }) => replaceDocument(actor, params.id, request),
});
