import { openBackup } from "@/lib/backups/serve";
import { handler, idParam } from "@/lib/endpoint/route";
import { downloadableBackup } from "@/lib/features/backups/service/backups";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "The archive of a backup (administrators)",
  answers: "file",

  any: [P.CONFIG_BASIC],
  params: idParam,
  audit: "backup.download",
  run: async ({ actor, params, request }) => openBackup(await downloadableBackup(actor, params.id), request),
});
