import { madeId } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { backupsDto } from "@/lib/features/backups/dto";
import { readBackups, startBackup } from "@/lib/features/backups/service/backups";
import { P } from "@/lib/permissions/codes";

export const GET = handler({
  summary: "Backups of the embedded set-up and their settings",
  any: [P.CONFIG_BASIC],
  response: backupsDto,
  run: ({ actor }) => readBackups(actor),
});

export const POST = handler({
  summary: "Begin a backup",

  any: [P.CONFIG_BASIC],
  audit: "backup.create",
  whenReadOnly: true,
  response: madeId,
  run: ({ actor }) => startBackup(actor),
});
