import "server-only";
import { db, type Transaction } from "@/db/client";
import { insertParsedVersion, reopenVersion, requestCancel } from "@/db/queries/parsing";
import type { DocumentFormat } from "@/db/schema/documents";
import { AppError } from "@/lib/http/errors";
import { enqueue } from "@/lib/jobs/boss";
import { readVersion, takeUpSoon } from "./jobs";
import { abortRun, runVersion } from "./run";

/** Has a stored version read, cut and made searchable, all in the background; the row tells how far it is. */
export async function enqueueParsing(tx: Transaction, versionId: string, format: DocumentFormat): Promise<void> {
  await insertParsedVersion(tx, versionId, format);
  await enqueue(tx, readVersion, { versionId });
  takeUpSoon();
}

/** Takes a failed version up again in the stage that failed. The caller has checked the right. Throws documentNotFailed. */
export async function retryParsing(versionId: string): Promise<void> {
  await db().transaction(async (tx) => {
    if (!(await reopenVersion(tx, versionId))) throw new AppError("documentNotFailed");
    await enqueue(tx, readVersion, { versionId });
    takeUpSoon();
  });
}

/** Ends the reading of a version; it can be retried. The caller has checked the right. Nothing under way is no error. */
export async function cancelParsing(versionId: string): Promise<void> {
  if (!(await requestCancel(db(), versionId))) return;
  abortRun(versionId);
  // One that waits is held by nobody: whoever takes it up ends it.
  await runVersion(versionId);
}
