import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { documentDto } from "@/lib/features/documents/dto";
import { documentPatch } from "@/lib/features/documents/schema";
import { changeDocument, deleteDocument, openDocument } from "@/lib/features/documents/service/documents";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Open a document",

  any: [P.DOCUMENT],
  params: idParam,
  response: documentDto,
  run: ({ actor, params }) => openDocument(actor, params.id),
});

export const PATCH = handler({
  summary: "Rename or move a document",

  any: [P.DOCUMENT],
  audit: "document.change",
  params: idParam,
  body: documentPatch,
  response: documentDto,
  run: ({ actor, params, body }) => changeDocument(actor, params.id, body),
});

export const DELETE = handler({
  summary: "Put a document in the trash",

  any: [P.DOCUMENT],
  audit: "document.delete",
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteDocument(actor, params.id),
});
