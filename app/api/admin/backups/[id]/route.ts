import { deleteBackup } from "@/lib/features/backups/service/backups";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  summary: "Delete a backup with its file (administrators)",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "backup.delete",
  run: ({ actor, params }) => deleteBackup(actor, params.id),
});
