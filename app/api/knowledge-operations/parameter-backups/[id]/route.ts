import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { deleteBackup } from "@/lib/features/knowledge-operations/service/parameter-backups";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Delete a backup of retrieval parameters that somebody made",
  audit: "knowledge.parameters.delete",
  any: [P.KB_MANAGE, P.KB_CENTER],
  params: idParam,
  response: nothing,
  run: ({ actor, params }) => deleteBackup(actor, params.id),
});
