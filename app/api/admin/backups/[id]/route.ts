import { deleteBackup } from "@/lib/features/backups/service/backups";
import { handler, idParam } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const DELETE = handler({
  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "backup.delete",
  run: ({ actor, params }) => deleteBackup(actor, params.id),
});
