import { readBackups, startBackup } from "@/lib/features/backups/service/backups";
import { handler } from "@/lib/http/route";
import { P } from "@/lib/permissions/codes";

export const GET = handler({ any: [P.CONFIG_BASIC], run: ({ actor }) => readBackups(actor) });

export const POST = handler({
  any: [P.CONFIG_BASIC],
  audit: "backup.create",
  whenReadOnly: true,
  run: ({ actor }) => startBackup(actor),
});
