import { restoreDocument } from "@/lib/features/documents/service/documents";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  summary: "Take a document back from the trash",

  any: [P.DOCUMENT],
  audit: "document.restore",
  params: idParam,
  run: ({ actor, params }) => restoreDocument(actor, params.id),
});
