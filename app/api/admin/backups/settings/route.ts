import { madeRevision } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { backupSettings } from "@/lib/features/backups/schema";
import { changeBackupSettings } from "@/lib/features/backups/service/settings";
import { P } from "@/lib/permissions/codes";

export const PATCH = handler({
  summary: "When backups are made, how many are kept, what locks their keys",

  any: [P.CONFIG_BASIC],
  body: backupSettings,
  audit: "backup.settings.change",
  response: madeRevision,
  run: ({ actor, body }) => changeBackupSettings(actor, body),
});
