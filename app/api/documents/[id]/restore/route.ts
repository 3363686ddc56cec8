import { handler, idParam } from "@/lib/endpoint/route";
import { restoreDocument } from "@/lib/features/documents/service/documents";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a document back from the trash",

  any: [P.DOCUMENT],
  audit: "document.restore",
  params: idParam,
  run: ({ actor, params }) => restoreDocument(actor, params.id),
});
