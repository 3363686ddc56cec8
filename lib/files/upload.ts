import "server-only";
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { v7 } from "uuid";
import { db, type Transaction } from "@/db/client";
import {
  addVersion,
  findReadableFile,
  finishFile,
  insertFile,
  lockVolume,
  markUploadFailed,
  softDeleteFile,
  sumVolume,
} from "@/db/queries/files/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import type { Actor } from "@/lib/auth/actor";
import { FILE_SIZE_MAX } from "@/lib/config/constants";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import { identifier } from "@/lib/text/line";
import type { UploadedFile } from "./dto";
import { type Intake, type Measured, withIntake } from "./intake";
import { HEAD_BYTES, mediaType } from "./media-type";
import { measure } from "./meter";
import { displayName } from "./names";
import { type Batch, fileTooLarge, receiveUploads } from "./receive";
import { fileStore, newStorageKey } from "./storage";
import { assertFits, isPassing, refuseFullVolume, sizeLimit, volumeMax } from "./volume";

/** An upload whose bytes are stored and whose rows are not written yet. */
export interface StoredUpload {
  fileId: string;
  versionId: string;
  storageKey: string;
  name: string;
  size: number;
  sha256: string;
  type: string;
  /** Beginning of the bytes. */
  head: Uint8Array;
  fields: ReadonlyMap<string, string>;
}

/** What an area adds to an upload of its own. */
export interface UploadRules {
  /** Counts, whatever the form says. */
  purpose?: string;
  /** Whose file gets a further version, where the area has checked the right to that; else the actor's own. */
  ownerId?: string;
  /** A further version waits until somebody takes it over; the one in use stays. */
  isAside?: boolean;
  /** Looks at the stored bytes; what it throws refuses the upload and leaves nothing. */
  check?: (upload: StoredUpload) => Promise<void>;
  /** Rows and audit event of the area, in the transaction that finishes the file. */
  write?: (tx: Transaction, upload: StoredUpload) => Promise<void>;
}

const purposeName = identifier(32).regex(/^[a-z][a-z0-9-]*$/);

/**
 * Takes in one upload: multipart (fields `file`, `filename`, `purpose`), or as JSON `uploadId` of a resumable one whose
 * bytes have all arrived, with the same other fields; asked once more, that answers the same file. The row stands before
 * the bytes and is finished after them, so that a file is either whole or failed (SECURITY rule 18). Throws what
 * `receiveUpload` and the rules throw, fileEmpty, volumeExceeded, notFound and uploadIncomplete.
 */
export function uploadFile(actor: Actor, request: Request, rules: UploadRules = {}): Promise<UploadedFile> {
  return withIntake({ actor, request, purpose: rules.purpose }, (intake) => newFile(actor, intake, rules));
}

async function newFile(actor: Actor, intake: Intake, rules: UploadRules): Promise<UploadedFile> {
  await refuseFullVolume(actor, intake.bytes, rules.purpose);
  const id = v7();
  const storageKey = newStorageKey(id);
  try {
    const most = await acceptedSize(rules);
    const { stored, fields } = await intake.take(most, async (source, givenName) => {
      await insertFile(db(), { id, ownerId: actor.id, name: displayName(givenName) });
      return keepBytes(storageKey, source, givenName, most);
    });
    return await finish(actor, { id, storageKey, versionId: intake.versionId }, stored, fields, rules);
  } catch (error) {
    await forget(id, storageKey);
    throw error;
  }
}

/** What became of one file of several. */
export type UploadOutcome = { file: UploadedFile } | { name: string; error: AppError };

/**
 * Takes in several files of one multipart form (parts `files`), each by the rules of an upload: a refused one stops no
 * other. Throws what concerns the form as a whole: what `receiveUploads` throws, and volumeExceeded beforehand.
 */
export async function uploadFiles(
  actor: Actor,
  request: Request,
  rules: UploadRules & { purpose: string },
  batch: Omit<Batch, "maxBytes">,
): Promise<UploadOutcome[]> {
  await refuseFullVolume(actor, 0);
  const maxBytes = await sizeLimit(rules.purpose);
  const begun: (Place & { name: string })[] = [];
  const { stored, fields } = await receiveUploads(request, { ...batch, maxBytes }, async (source, givenName) => {
    const id = v7();
    const at = { id, versionId: v7(), storageKey: newStorageKey(id), name: displayName(givenName) };
    begun.push(at);
    await insertFile(db(), { id, ownerId: actor.id, name: at.name });
    return keepBytes(at.storageKey, source, givenName, maxBytes);
  }).catch(async (error) => {
    for (const { id, storageKey } of begun) await forget(id, storageKey);
    throw error;
  });
  // The name of a form's one file; of several each has its own.
  const named = new Map([...fields].filter(([name]) => name !== "filename" || begun.length === 1));
  const outcomes: UploadOutcome[] = [];
  for (const [index, result] of stored.entries()) {
    const at = begun[index]!;
    try {
      if (result.status === "rejected") throw result.reason;
      outcomes.push({ file: await finish(actor, at, result.value, named, rules) });
    } catch (error) {
      await forget(at.id, at.storageKey);
      if (!(error instanceof AppError)) throw error;
      outcomes.push({ name: at.name, error });
    }
  }
  return outcomes;
}

/**
 * Takes in a further version of a file, whose bytes and name replace those in use; the earlier versions stay. The
 * caller found the file in its owner's scope. Throws what `uploadFile` throws, and notFound.
 */
export function uploadVersion(
  actor: Actor,
  request: Request,
  fileId: string,
  rules: UploadRules,
): Promise<UploadedFile> {
  const { purpose, ownerId } = rules;
  return withIntake({ actor, request, purpose, fileId, ownerId }, (intake) => newVersion(actor, intake, fileId, rules));
}

async function newVersion(actor: Actor, intake: Intake, fileId: string, rules: UploadRules): Promise<UploadedFile> {
  await refuseFullVolume(actor, intake.bytes);
  const most = await acceptedSize(rules);
  return keepVersion(actor, { fileId, versionId: intake.versionId }, rules, (storageKey) =>
    intake.take(most, (source, givenName) => keepBytes(storageKey, source, givenName, most)),
  );
}

/**
 * Keeps bytes of the product's own as a further version of a file, by the rules of an upload: those of another stored
 * file, a page that was fetched. The caller found the file, and what it is given, in the scope of who may do this.
 */
export async function keepNewVersion(
  actor: Actor,
  { fileId, name, source }: { fileId: string; name: string; source: Readable },
  rules: UploadRules,
): Promise<UploadedFile> {
  await refuseFullVolume(actor, 0);
  return keepVersion(actor, { fileId, versionId: v7() }, rules, async (storageKey) => ({
    stored: await keepBytes(storageKey, source, name),
    fields: new Map(),
  }));
}

async function keepVersion(
  actor: Actor,
  { fileId, versionId }: { fileId: string; versionId: string },
  rules: UploadRules,
  keep: (storageKey: string) => Promise<{ stored: Measured; fields: ReadonlyMap<string, string> }>,
): Promise<UploadedFile> {
  return withVersionBytes(fileId, async (storageKey) => {
    const { stored, fields } = await keep(storageKey);
    const at = { id: fileId, storageKey, versionId };
    const { upload, purpose, volume } = await examine(at, stored, fields, rules);
    const { name, size, type } = upload;
    const { ownerId = actor.id, isAside } = rules;
    await finishVersion(ownerId, upload, { purpose, volume, isAside }, (tx) => rules.write?.(tx, upload));
    return { id: fileId, name, size, type };
  });
}

/**
 * Makes the bytes an own file has now a further version of it: they are to be read differently, and what was read of the
 * earlier version stays as it is cited. Calls `write` in the transaction. Throws notFound, volumeExceeded.
 */
export async function repeatVersion(
  actor: Actor,
  fileId: string,
  purpose: string,
  write: (tx: Transaction, versionId: string) => Promise<void>,
): Promise<void> {
  const file = orNotFound(await findReadableFile(db(), actor.id, fileId));
  const { name, size, sha256, type } = file;
  await refuseFullVolume(actor, size);
  await withVersionBytes(fileId, async (storageKey) => {
    await keepBytes(storageKey, await (await fileStore()).read(file.storageKey), name, size);
    const version = { fileId, versionId: v7(), storageKey, name, size, sha256, type };
    const about = { purpose, volume: await volumeMax() };
    await finishVersion(actor.id, version, about, (tx) => write(tx, version.versionId));
  });
}

/** A place for the bytes of a further version; they are taken away when `work` fails. */
async function withVersionBytes<T>(fileId: string, work: (storageKey: string) => Promise<T>): Promise<T> {
  const storageKey = newStorageKey(fileId);
  try {
    return await work(storageKey);
  } catch (error) {
    await (await fileStore())
      .remove(storageKey)
      .catch((err) => log().warn({ err, fileId }, "refused version not cleaned up; it goes with its file"));
    throw error;
  }
}

async function finishVersion(
  ownerId: string,
  { fileId, versionId, storageKey, name, size, sha256, type }: Omit<StoredUpload, "head" | "fields">,
  { purpose, volume, isAside }: { purpose: string; volume: number; isAside?: boolean },
  write: (tx: Transaction) => Promise<void> | undefined,
): Promise<void> {
  await db().transaction(async (tx) => {
    await lockVolume(tx, ownerId);
    assertFits(await sumVolume(tx, ownerId), size, volume);
    const version = { id: versionId, fileId, sha256, size, type, storageKey };
    if (!(await addVersion(tx, ownerId, { name, purpose, version, isAside }))) throw new AppError("notFound");
    await write(tx);
  });
}

/** Stores and measures what arrives. A source that has failed by now, or fails later, fails the meter and by it the store. */
export async function keepBytes(
  storageKey: string,
  source: Readable | Buffer,
  givenName: string,
  maxBytes = FILE_SIZE_MAX,
): Promise<Measured> {
  if (Buffer.isBuffer(source)) {
    if (source.length > maxBytes) throw fileTooLarge(maxBytes);
    await (await fileStore()).put(storageKey, source);
    const sha256 = createHash("sha256").update(source).digest("hex");
    return { size: source.length, sha256, head: source.subarray(0, HEAD_BYTES), givenName };
  }
  const { meter, measured } = measure(maxBytes);
  pipeline(source, meter).catch(() => undefined);
  await (await fileStore()).put(storageKey, meter);
  return { ...measured(), givenName };
}

/** Keeps bytes the product made (a drawn picture) or fetched (a web page) for a person as a file of theirs, by the rules of an upload. */
export async function keepFile(
  actor: Actor,
  bytes: Buffer,
  name: string,
  rules: UploadRules & { purpose: string },
  fields?: StoredUpload["fields"],
): Promise<UploadedFile> {
  await refuseFullVolume(actor, bytes.length);
  return keepSource(actor, name, Readable.from([bytes]), rules, fields);
}

/**
 * Keeps the bytes of a stored file once more, as a file of this person's, by the rules of an upload. The caller has checked
 * the right to read them. Throws also ObjectMissing.
 */
export async function keepCopy(
  actor: Actor,
  { storageKey, name }: { storageKey: string; name: string },
  rules: UploadRules,
): Promise<UploadedFile> {
  await refuseFullVolume(actor, 0);
  return keepSource(actor, name, await (await fileStore()).read(storageKey), rules);
}

async function keepSource(
  actor: Actor,
  name: string,
  source: Readable,
  rules: UploadRules,
  fields: StoredUpload["fields"] = new Map(),
): Promise<UploadedFile> {
  const id = v7();
  const storageKey = newStorageKey(id);
  try {
    await insertFile(db(), { id, ownerId: actor.id, name: displayName(name) });
    const stored = await keepBytes(storageKey, source, name);
    return await finish(actor, { id, storageKey, versionId: v7() }, stored, fields, rules);
  } catch (error) {
    await forget(id, storageKey);
    throw error;
  }
}

interface MadeFile {
  ownerId: string;
  name: string;
  purpose: string;
  source: Readable;
  /** Calls `write` in the transaction from which on the file is there. */
  commit(fileId: string, write: (tx: Transaction) => Promise<void>): Promise<void>;
}

/** Keeps what the product makes for a person bit by bit. It is no upload: none of their limits refuses it. */
export async function keepMade({ ownerId, name, purpose, source, commit }: MadeFile): Promise<void> {
  const fileId = v7();
  const storageKey = newStorageKey(fileId);
  try {
    await insertFile(db(), { id: fileId, ownerId, name });
    const { size, sha256, head } = await keepBytes(storageKey, source, name, Number.MAX_SAFE_INTEGER);
    const version = { id: v7(), fileId, sha256, size, type: await mediaType(head), storageKey };
    await commit(fileId, async (tx) => {
      if (!(await finishFile(tx, { name, purpose, version }))) throw new AppError("uploadIncomplete");
    });
  } catch (error) {
    await forget(fileId, storageKey);
    throw error;
  }
}

/** Puts an own file in the trash, from which it is purged after 30 days. Throws notFound. */
export async function deleteFile(actor: Actor, id: string): Promise<void> {
  await db().transaction(async (tx) => {
    const file = orNotFound(await softDeleteFile(tx, actor.id, id));
    await recordAuditEvent(tx, actor, { action: "file.delete", target: { type: "file", id, name: file.name } });
  });
}

/** A purpose known beforehand bounds what is taken in at all; else the form says it at its end. */
function acceptedSize({ purpose }: UploadRules): Promise<number> {
  return purpose ? sizeLimit(purpose) : Promise.resolve(FILE_SIZE_MAX);
}

/** Where an upload's bytes are, and the rows they are for. */
interface Place {
  id: string;
  versionId: string;
  storageKey: string;
}

/** Judges what was stored by the rules of its purpose and area. */
async function examine(
  { id, storageKey, versionId }: Place,
  { size, sha256, head, givenName }: Measured,
  fields: ReadonlyMap<string, string>,
  rules: UploadRules,
): Promise<{ upload: StoredUpload; purpose: string; volume: number }> {
  if (size === 0) throw new AppError("fileEmpty");
  const purpose = purposeName.safeParse(rules.purpose ?? fields.get("purpose") ?? "general");
  // A form alone puts nothing where another volume counts.
  const isOwnWish = rules.purpose === undefined && isPassing(purpose.data);
  if (!purpose.success || isOwnWish) throw new AppError("invalidInput", { data: { fields: { purpose: "invalid" } } });
  const [limit, volume] = await Promise.all([sizeLimit(purpose.data), volumeMax()]);
  if (size > limit) throw fileTooLarge(limit);
  const name = displayName(fields.get("filename") ?? givenName);
  const type = await mediaType(head);
  const upload = { fileId: id, versionId, storageKey, name, size, sha256, type, head, fields };
  await rules.check?.(upload);
  return { upload, purpose: purpose.data, volume };
}

async function finish(
  actor: Actor,
  at: Place,
  stored: Measured,
  fields: ReadonlyMap<string, string>,
  rules: UploadRules,
): Promise<UploadedFile> {
  const { upload, purpose, volume } = await examine(at, stored, fields, rules);
  const { fileId: id, name, size, type, sha256, storageKey, versionId } = upload;
  await db().transaction(async (tx) => {
    await lockVolume(tx, actor.id);
    assertFits(await sumVolume(tx, actor.id, isPassing(purpose)), size, volume);
    const version = { id: versionId, fileId: id, sha256, size, type, storageKey };
    if (!(await finishFile(tx, { name, purpose, version }))) throw new AppError("uploadIncomplete");
    if (rules.write) await rules.write(tx, upload);
    else {
      const target = { type: "file", id, name };
      await recordAuditEvent(tx, actor, { action: "file.upload", target, after: { size, type } });
    }
  });
  return { id, name, size, type };
}

/** What a failed upload leaves: a row that says so, and no bytes. The answer is the upload's failure, never ours. */
async function forget(id: string, storageKey: string): Promise<void> {
  try {
    await (await fileStore()).remove(storageKey);
    await markUploadFailed(db(), id);
  } catch (err) {
    log().warn({ err, fileId: id }, "failed upload not cleaned up; the sweep will");
  }
}
