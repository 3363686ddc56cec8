import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/config/system-config";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { hasPassphrase, savePassphrase } from "@/lib/backups/passphrase";
import { invalidateConfig, readConfig } from "@/lib/config/system-config";
import { assertCurrent } from "@/lib/editing/current";
import { revisionOf } from "@/lib/editing/revision";
import { AppError } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import type { BackupSettings } from "../schema";

/**
 * When backups are made, how many are kept and what locks the keys in them. Only administrators choose the passphrase:
 * whoever knows it can open what they download. Answers the revision they have then. Throws noPermission, staleRecord.
 */
export async function changeBackupSettings(actor: Actor, input: BackupSettings): Promise<{ revision: string }> {
  requirePermission(actor, P.CONFIG_BASIC);
  const { passphrase, revision, ...settings } = input;
  if (passphrase !== undefined && !actor.isAdministrator) throw new AppError("noPermission");
  await db().transaction(async (tx) => {
    const read = () => readConfig(tx, "backupConfig");
    await assertCurrent(tx, actor, { type: "config", id: "backupConfig", given: revision, read });
    const before = await read();
    const had = await hasPassphrase(tx);
    await upsertConfig(tx, "backupConfig", settings);
    if (passphrase !== undefined) await savePassphrase(tx, passphrase);
    await recordAuditEvent(tx, actor, {
      action: "backup.settings.change",
      target: { type: "config", id: "backupConfig", name: "backupConfig" },
      before: { ...before, hasPassphrase: had },
      after: {
        ...settings,
        hasPassphrase: passphrase === undefined ? had : passphrase !== null,
        passphraseChanged: passphrase !== undefined,
      },
    });
  });
  invalidateConfig("backupConfig");
  return { revision: revisionOf(settings) };
}
