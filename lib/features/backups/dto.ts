import type { ErrorKey } from "@/lib/errors/errors";

export interface BackupDto {
  id: string;
  status: "running" | "done" | "failed" | "cancelled";
  kind: "manual" | "scheduled";
  fileName: string;
  /** Bytes. */
  size: number | null;
  sha256: string | null;
  /** Percent. */
  progress: number;
  rows: number;
  files: number;
  /** Stored files that were missing or damaged already. */
  lost: number;
  failure: ErrorKey | null;
  /** Null for the schedule's own. */
  author: string | null;
  createdAt: string;
  finishedAt: string | null;
  /** Its file is on the disk. */
  isThere: boolean;
}

export interface BackupsDto {
  /** The embedded set-up: the product makes its backups. On Postgres its administrators do. */
  isManaged: boolean;
  enabled: boolean;
  hour: number;
  keep: number;
  timeZone: string;
  hasPassphrase: boolean;
  /** May download, delete and choose the passphrase. */
  isAdministrator: boolean;
  /** Where the files are. */
  folder: string;
  items: BackupDto[];
  /** Of the settings. */
  revision: string;
}
