import { cancelDocument } from "@/lib/features/documents/service/documents";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const POST = handler({
  any: [P.DOCUMENT],
  whenReadOnly: true,
  params: idParam,
  run: ({ actor, params }) => cancelDocument(actor, params.id),
});
