import "server-only";
import { Readable } from "node:stream";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import { addVersion, finishFile, insertFile, removeFiles } from "@/db/queries/files/files";
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

interface StoredUnowned {
  fileId: string;
  versionId: string;
  storageKey: string;
  sha256: string;
  /** Makes the version the current one. In the transaction from which on it is there. */
  finish(tx: Transaction): Promise<void>;
}

/**
 * Keeps bytes of the product's own (the snapshot of a page) that nobody owns and no volume counts. `work` looks at what was
 * stored; where it answers null, or throws, nothing stays.
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
    if (!fileId) await insertFile(db(), { id, ownerId: null, name });
    const { size, sha256, head } = await keepBytes(storageKey, Readable.from([bytes]), name);
    const version = { id: v7(), fileId: id, sha256, size, type: await mediaType(head), storageKey };
    const finish = async (tx: Transaction) => {
      const about = { name, purpose, version };
      if (!(fileId ? await addVersion(tx, null, about) : await finishFile(tx, about))) throw new AppError("notFound");
    };
    kept = await work({ fileId: id, versionId: version.id, storageKey, sha256, finish });
    return kept;
  } finally {
    if (kept === null) await forget(fileId ? null : id, storageKey);
  }
}

async function forget(fileId: string | null, storageKey: string): Promise<void> {
  try {
    await (await fileStore()).remove(storageKey);
    if (fileId) await removeFiles(db(), [fileId]);
  } catch (err) {
    log().warn({ err, storageKey }, "refused snapshot not cleaned up; the sweep will");
  }
}
