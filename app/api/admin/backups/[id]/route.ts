import { nothing } from "@/lib/endpoint/answers";
import { handler, idParam } from "@/lib/endpoint/route";
import { deleteBackup } from "@/lib/features/backups/service/backups";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Delete a backup with its file (administrators)",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "backup.delete",
  response: nothing,
  run: ({ actor, params }) => deleteBackup(actor, params.id),
});
