import "server-only";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { removeFiles } from "@/db/queries/files/files";
import { finishUnownedFiles, insertUnownedFiles } from "@/db/queries/files/unowned";
import { Batcher } from "@/lib/batch";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { mediaType } from "./media-type";
import { displayName } from "./names";
import { assertRoom } from "./room";
import { fileStore, newStorageKey } from "./storage";
import { keepBytes } from "./upload";

interface UnownedFile {
  /** The file that gets a further version; null: a new one. */
  fileId: string | null;
  name: string;
  purpose: string;
  bytes: Buffer;
}

/** Bytes that are stored; `finishUnowned` makes them the current version of their file. */
export interface StoredUnowned {
  fileId: string;
  name: string;
  purpose: string;
  versionId: string;
  storageKey: string;
  sha256: string;
  size: number;
  type: string;
}

/** Files that begin at the same moment are written together: many pages of the web are kept at a time. */
const beginning = new Batcher<{ id: string; name: string }, undefined>(
  async (rows) => {
    await insertUnownedFiles(db(), rows);
    return rows.map(() => undefined);
  },
  { most: 50 },
);

/**
 * Keeps bytes of the product's own (the snapshot of a page) that nobody owns and no volume counts. `work` stores what belongs to
 * them and calls `finishUnowned`; where it answers null, or throws, nothing stays.
 */
export async function keepUnowned<T>(
  { fileId, name: wanted, purpose, bytes }: UnownedFile,
  work: (stored: StoredUnowned) => Promise<T | null>,
): Promise<T | null> {
  const id = fileId ?? v7();
  const storageKey = newStorageKey(id);
  const name = displayName(wanted);
  let kept: T | null = null;
  await assertRoom(bytes.length);
  try {
    // The row stands before the bytes: what a killed process leaves is found by it (SECURITY rule 18).
    if (!fileId) await beginning.add({ id, name });
    const { size, sha256, head } = await keepBytes(storageKey, bytes, name);
    const type = await mediaType(head);
    kept = await work({ fileId: id, name, purpose, versionId: v7(), storageKey, sha256, size, type });
    return kept;
  } finally {
    if (kept === null) await forget(fileId ? null : id, storageKey);
  }
}

/** Makes stored bytes the current versions of their files, in the transaction from which on they are there. Throws notFound. */
export async function finishUnowned(tx: Transaction, stored: readonly StoredUnowned[]): Promise<void> {
  if ((await finishUnownedFiles(tx, stored)) < stored.length) throw new AppError("notFound");
}

async function forget(fileId: string | null, storageKey: string): Promise<void> {
  try {
    await (await fileStore()).remove(storageKey);
    if (fileId) await removeFiles(db(), [fileId]);
  } catch (err) {
    log().warn({ err, storageKey }, "refused snapshot not cleaned up; the sweep will");
  }
}
