import "server-only";
import { db, engine } from "@/db/client";
import { findBackup, listBackups, removeBackupRow } from "@/db/queries/backups/backups";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { backupFolder, removeFile, sizeOnDisk } from "@/lib/backups/files";
import { hasPassphrase } from "@/lib/backups/passphrase";
import { backup, beginBackup } from "@/lib/backups/run";
import { loadConfig, readConfig } from "@/lib/config/system-config";
import { isoTimes } from "@/lib/config/time";
import { revisionOf } from "@/lib/editing/revision";
import { AppError, isErrorKey, orNotFound } from "@/lib/errors/errors";
import { P } from "@/lib/permissions/codes";
import { cancelTaskOf } from "@/lib/tasks/tasks";
import type { BackupsDto } from "../dto";

/** The kept ones are at most thirty and those people asked for; older rows of failed ones are of no interest. */
const LIST_MAX = 100;

/** Settings, and the backups there are, newest first. */
export async function readBackups(actor: Actor): Promise<BackupsDto> {
  requirePermission(actor, P.CONFIG_BASIC);
  const [settings, { timeZone }, isLocked, rows] = await Promise.all([
    readConfig(db(), "backupConfig"),
    loadConfig("customConfig"),
    hasPassphrase(db()),
    listBackups(db(), LIST_MAX),
  ]);
  const items = rows.map(async ({ counts, failure, progress, ...row }) => ({
    ...isoTimes(row),
    rows: counts?.rows ?? 0,
    files: counts?.files ?? 0,
    lost: counts?.lost ?? 0,
    progress: progress ?? (row.status === "done" ? 100 : 0),
    failure: failure !== null && isErrorKey(failure) ? failure : null,
    isThere: row.status === "done" && (await sizeOnDisk(row.fileName)) !== null,
  }));
  return {
    isManaged: engine() === "pglite",
    ...settings,
    timeZone,
    hasPassphrase: isLocked,
    isAdministrator: actor.isAdministrator,
    folder: backupFolder(),
    items: await Promise.all(items),
    revision: revisionOf(settings),
  };
}

/** Throws backupOnPostgres and backupRunning. */
export async function startBackup(actor: Actor): Promise<{ id: string }> {
  requirePermission(actor, P.CONFIG_BASIC);
  return { id: await beginBackup(actor) };
}

/** Throws notFound, and backupEnded when it has ended. */
export async function cancelBackup(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.CONFIG_BASIC);
  orNotFound(await findBackup(db(), id));
  if (!(await cancelTaskOf(backup, id, actor))) throw new AppError("backupEnded");
}

/** The file goes with its row. Throws noPermission for everybody but administrators, notFound, backupRunning. */
export async function deleteBackup(actor: Actor, id: string): Promise<void> {
  const row = await requireBackup(actor, id);
  if (row.status === "running") throw new AppError("backupRunning");
  await db().transaction(async (tx) => {
    await removeBackupRow(tx, id);
    await recordAuditEvent(tx, actor, {
      action: "backup.delete",
      target: { type: "backup", id, name: row.fileName },
      before: { status: row.status, size: row.size, createdAt: row.createdAt },
    });
  });
  await removeFile(row.fileName);
}

/** A finished archive that is still on the disk. Throws noPermission for everybody but administrators, notFound. */
export async function downloadableBackup(actor: Actor, id: string) {
  const row = await requireBackup(actor, id);
  const size = row.status === "done" ? await sizeOnDisk(row.fileName) : null;
  if (size === null) throw new AppError("notFound");
  await db().transaction((tx) =>
    recordAuditEvent(tx, actor, {
      action: "backup.download",
      target: { type: "backup", id, name: row.fileName },
      after: { size },
    }),
  );
  return { fileName: row.fileName, size, sha256: row.sha256 };
}

async function requireBackup(actor: Actor, id: string) {
  requirePermission(actor, P.CONFIG_BASIC);
  if (!actor.isAdministrator) throw new AppError("noPermission");
  return orNotFound(await findBackup(db(), id));
}
