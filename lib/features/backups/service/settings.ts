import "server-only";
import { db } from "@/db/client";
import { upsertConfig } from "@/db/queries/system";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { hasPassphrase, savePassphrase } from "@/lib/backups/passphrase";
import { forgetConfig, loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { P } from "@/lib/permissions/codes";
import type { BackupSettings } from "../schema";

/**
 * When backups are made, how many are kept and what locks the keys in them. Only administrators choose the passphrase:
 * whoever knows it can open what they download. Throws noPermission.
 */
export async function changeBackupSettings(actor: Actor, input: BackupSettings): Promise<void> {
  requirePermission(actor, P.CONFIG_BASIC);
  const { passphrase, ...settings } = input;
  if (passphrase !== undefined && !actor.isAdministrator) throw new AppError("noPermission");
  const before = await loadConfig("backupConfig");
  await db().transaction(async (tx) => {
    const had = await hasPassphrase(tx);
    await upsertConfig(tx, "backupConfig", settings);
    if (passphrase !== undefined) await savePassphrase(tx, passphrase);
    await recordDeed(tx, actor, {
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
  forgetConfig("backupConfig");
}
