import { z } from "zod";
import { BACKUP_STATUS } from "@/db/schema/backups";
import { errorKey } from "@/lib/errors/key";

export const backupDto = z.strictObject({
  id: z.uuid(),
  status: z.enum(BACKUP_STATUS),
  kind: z.enum(["manual", "scheduled"]),
  fileName: z.string(),
  /** Bytes. */
  size: z.int().nullable(),
  sha256: z.string().nullable(),
  /** Percent. */
  progress: z.int(),
  rows: z.int(),
  files: z.int(),
  /** Stored files that were missing or damaged already. */
  lost: z.int(),
  failure: errorKey.nullable(),
  /** Null for the schedule's own. */
  author: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Its file is on the disk. */
  isThere: z.boolean(),
});
export type BackupDto = z.infer<typeof backupDto>;

export const backupsDto = z.strictObject({
  /** The embedded set-up: the product makes its backups. On Postgres its administrators do. */
  isManaged: z.boolean(),
  enabled: z.boolean(),
  hour: z.int(),
  keep: z.int(),
  timeZone: z.string(),
  hasPassphrase: z.boolean(),
  /** May download, delete and choose the passphrase. */
  isAdministrator: z.boolean(),
  /** Where the files are. */
  folder: z.string(),
  items: z.array(backupDto),
  /** Of the settings. */
  revision: z.string(),
});
export type BackupsDto = z.infer<typeof backupsDto>;
