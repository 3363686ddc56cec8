import { backupSettings } from "@/lib/features/backups/schema";
import { changeBackupSettings } from "@/lib/features/backups/service/settings";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  any: [P.CONFIG_BASIC],
  body: backupSettings,
  audit: "backup.settings.change",
  run: ({ actor, body }) => changeBackupSettings(actor, body),
});
