import "server-only";
import { db, type Transaction } from "@/db/client";
import {
  findVersionSource,
  insertParsedVersion,
  invalidateReading,
  listUnattended,
  openParsedVersion,
  reopenVersion,
  updateParsedVersion,
} from "@/db/queries/parsing/parsing";
import type { DocumentFormat } from "@/db/schema/parsing";
import { AppError } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { type LostReading, onLostReading, removeRun, type StoredIndex } from "@/lib/parsing/store";
import { P } from "@/lib/permissions/codes";
import { READING_SEGMENTATION } from "@/lib/retrieval/segment";
import { defineTask } from "@/lib/tasks/define";
import { cancelTaskOf, endTaskOf, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { ingestion, SMALL_BYTES } from "./ingestion";

/** Of the slices that documents and files of questions are searched by. */
const OWNER = "reading";

/** Reads a version of a document, or of a file of a question. Its state is that of the version (`lib/parsing/state`). */
export const reading = defineTask({
  kind: "reading",
  anyOf: [P.DOCUMENT, P.CHAT],
  ...ingestion({ setState: (tx, { versionId }, change) => updateParsedVersion(tx, versionId, change) }),
});

interface Asked {
  /** Which app's use it is. */
  app: string;
  /** Where people see what becomes of it. */
  href?: string;
}

interface NewReading extends Asked {
  versionId: string;
  format: DocumentFormat;
  /** Of a text, where a person chose it or its upload declared it. */
  encoding?: string;
}

/**
 * Has a stored version read, cut and made searchable, all in the background; the row tells how far it is. Asked for once
 * more, it does nothing.
 */
export async function startReading(
  tx: Transaction,
  { versionId, format, encoding, ...asked }: NewReading,
): Promise<void> {
  await insertParsedVersion(tx, versionId, format, encoding);
  if (await openParsedVersion(tx, versionId)) await begin(tx, versionId, asked);
}

/** The task of a version, as its owner; the one that is open, if there is one. */
async function begin(tx: Transaction, versionId: string, asked?: Asked): Promise<void> {
  const source = await findVersionSource(tx, versionId);
  // What belongs to nobody is read for nobody.
  if (!source?.ownerId) return;
  const { ownerId: id, account, name, size, purpose } = source;
  const owner = { id, account: account ?? "?", request: { requestId: versionId, address: "", userAgent: "" } };
  const { app = purpose, href } = asked ?? (await lastAsked(tx, versionId));
  await startTask(tx, reading, {
    owner,
    subject: versionId,
    input: { versionId, owner: OWNER, app, segmentation: READING_SEGMENTATION },
    isQuick: size <= SMALL_BYTES,
    titleArgs: { name },
    href,
  });
}

async function lastAsked(tx: Transaction, versionId: string): Promise<Partial<Asked>> {
  const last = await lastTask(tx, reading, versionId);
  return last ? { app: last.input.app, href: last.href ?? undefined } : {};
}

/** Takes a failed version up again in the stage that failed. The caller has checked the right. Throws documentNotFailed. */
export async function retryReading(versionId: string): Promise<void> {
  await db().transaction(async (tx) => {
    const last = await lastTask(tx, reading, versionId);
    const isAgain = last !== null && (await retryTask(tx, last.id));
    if (!(await reopenVersion(tx, versionId))) throw new AppError("documentNotFailed");
    if (!isAgain) await begin(tx, versionId);
  });
}

/** Ends the reading of a version; it can be retried. The caller has checked the right. Nothing under way is no error. */
export async function cancelReading(versionId: string): Promise<void> {
  await cancelTaskOf(reading, versionId);
}

/** Another one has noticed the same, and the version is read again already. */
class Outdated extends Error {}

/**
 * Has a version read again whose reading lost a part of itself in the file store. Of many who notice one begins it: what
 * was read is forgotten in the same transaction, and the row tells from then on how far the new reading is.
 */
async function readAgain({ versionId, run, storageKey }: LostReading): Promise<void> {
  const again = db().transaction(async (tx) => {
    await endTaskOf(tx, reading, versionId);
    const forgotten = await invalidateReading(tx, versionId, run);
    if (!forgotten) throw new Outdated();
    // What others have read alone, they read again when they next need it.
    if (forgotten.isDocument) await begin(tx, versionId);
    return forgotten.index as StoredIndex;
  });
  const index = await again.catch((error: unknown) => {
    if (error instanceof Outdated) return null;
    throw error;
  });
  if (!index) return;
  log().warn({ versionId }, "a part of a read document is missing, it is read again");
  // What is left of the old reading is of no use to anybody.
  await removeRun(storageKey, index).catch((err) => log().warn({ err, versionId }, "old reading not removed"));
}
onLostReading(readAgain);

/** At the start of a process: versions that a restore or a move left to be read. */
export async function recoverReading(): Promise<void> {
  for (const versionId of await listUnattended(db())) await db().transaction((tx) => begin(tx, versionId));
}
