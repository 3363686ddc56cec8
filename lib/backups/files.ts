import "server-only";
import { rm, stat } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/config/env";

/** Apart from the files of people: nothing in here is ever served but to administrators. */
export function backupFolder(): string {
  return path.resolve(env().DATA_DIR, "backups");
}

/** Names are made by us; the base name is taken all the same. */
export function backupFile(fileName: string): string {
  return path.join(backupFolder(), path.basename(fileName));
}

/** Bytes of an archive on the disk, or null when somebody took it away. */
export async function sizeOnDisk(fileName: string): Promise<number | null> {
  const found = await stat(backupFile(fileName)).catch(() => null);
  return found?.isFile() ? found.size : null;
}

export async function removeFile(fileName: string): Promise<void> {
  await rm(backupFile(fileName), { force: true });
}
