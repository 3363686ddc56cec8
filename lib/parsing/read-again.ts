import "server-only";
import { db } from "@/db/client";
import { forgetReading } from "@/db/queries/parsing";
import { enqueue } from "@/lib/jobs/boss";
import { log } from "@/lib/log";
import { readVersion, takeUpSoon } from "./jobs";
import { removeRun, type StoredIndex } from "./store";

/**
 * Has a version read again whose reading lost a part of itself in the file store. Of many who notice one begins it: what
 * was read is forgotten in the same statement, and the row tells from then on how far the new reading is.
 */
export async function readAgain(reading: { versionId: string; run: string; storageKey: string }): Promise<void> {
  const { versionId, run, storageKey } = reading;
  const index = await db().transaction(async (tx) => {
    const forgotten = await forgetReading(tx, versionId, run);
    if (forgotten) await enqueue(tx, readVersion, { versionId });
    return forgotten as StoredIndex | null;
  });
  if (!index) return;
  log().warn({ versionId }, "a part of a read document is missing, it is read again");
  takeUpSoon();
  // What is left of the old reading is of no use to anybody.
  await removeRun(storageKey, index).catch((err) => log().warn({ err, versionId }, "old reading not removed"));
}
