import { documentPatch } from "@/lib/features/documents/schema";
import { changeDocument, deleteDocument, openDocument } from "@/lib/features/documents/service/documents";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  any: [P.DOCUMENT],
  params: idParam,
  run: ({ actor, params }) => openDocument(actor, params.id),
});

export const PATCH = handler({
  any: [P.DOCUMENT],
  audit: "document.change",
  params: idParam,
  body: documentPatch,
  run: ({ actor, params, body }) => changeDocument(actor, params.id, body),
});

export const DELETE = handler({
  any: [P.DOCUMENT],
  audit: "document.delete",
  params: idParam,
  run: ({ actor, params }) => deleteDocument(actor, params.id),
});
