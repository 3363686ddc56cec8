import "server-only";
import { createHash } from "node:crypto";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { v7 } from "uuid";
import { z } from "zod";
import { db } from "@/db/client";
import { finishFile, insertFile, lockVolume, markUploadFailed, softDeleteFile, sumVolume } from "@/db/queries/files";
import type { Actor } from "@/lib/auth/actor";
import { recordDeed } from "@/lib/auth/audit";
import { FILE_SIZE_MAX, PURPOSE_SIZE_MAX } from "@/lib/config/constants";
import { loadConfig } from "@/lib/config/system-config";
import { AppError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import { HEAD_BYTES, mediaType } from "./media-type";
import { displayName } from "./names";
import { declaredLength, fileTooLarge, receiveUpload } from "./receive";
import { fileStore, newStorageKey } from "./storage";

export interface UploadedFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Media type by content. */
  type: string;
}

interface Measured {
  size: number;
  sha256: string;
  head: Uint8Array;
  givenName: string;
}

const purposeName = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);

/**
 * Takes in one multipart upload (fields `file`, `filename`, `purpose`). The row stands before the bytes and is finished
 * after them, so that a file is either whole or failed (SECURITY rule 18). A `purpose` given here counts, whatever the
 * form says. Throws what `receiveUpload` throws, fileEmpty and volumeExceeded.
 */
export async function uploadFile(actor: Actor, request: Request, purpose?: string): Promise<UploadedFile> {
  await refuseFullVolume(actor, declaredLength(request) ?? 0);
  const store = await fileStore();
  const id = v7();
  const storageKey = newStorageKey(id);
  try {
    const { stored, fields } = await receiveUpload(request, FILE_SIZE_MAX, async (source, givenName) => {
      await insertFile(db(), { id, ownerId: actor.id, name: displayName(givenName) });
      const { meter, measured } = measure(FILE_SIZE_MAX);
      // A source that has failed by now, or fails later, fails the meter and by it the store.
      pipeline(source, meter).catch(() => undefined);
      await store.put(storageKey, meter);
      return { ...measured(), givenName };
    });
    return await finish(
      actor,
      { id, storageKey },
      stored,
      purpose ? new Map([...fields, ["purpose", purpose]]) : fields,
    );
  } catch (error) {
    await forget(id, storageKey);
    throw error;
  }
}

/** Keeps bytes the product made for a person (a drawn picture) as a file of theirs, by the rules of an upload. */
export async function keepFile(actor: Actor, bytes: Buffer, name: string, purpose: string): Promise<UploadedFile> {
  await refuseFullVolume(actor, bytes.length);
  const store = await fileStore();
  const id = v7();
  const storageKey = newStorageKey(id);
  try {
    await insertFile(db(), { id, ownerId: actor.id, name: displayName(name) });
    const { meter, measured } = measure(FILE_SIZE_MAX);
    pipeline(Readable.from([bytes]), meter).catch(() => undefined);
    await store.put(storageKey, meter);
    const stored = { ...measured(), givenName: name };
    return await finish(actor, { id, storageKey }, stored, new Map([["purpose", purpose]]));
  } catch (error) {
    await forget(id, storageKey);
    throw error;
  }
}

/** Puts an own file in the trash, from which it is purged after 30 days. Throws notFound. */
export async function deleteFile(actor: Actor, id: string): Promise<void> {
  await db().transaction(async (tx) => {
    const file = await softDeleteFile(tx, actor.id, id);
    if (!file) throw new AppError("notFound");
    await recordDeed(tx, actor, { action: "file.delete", target: { type: "file", id, name: file.name } });
  });
}

const MB = 1024 ** 2;

/** Bytes of the largest file of a purpose: what the specification allows, or less where an administrator said so. */
export async function sizeLimit(purpose: string): Promise<number> {
  const { chatFileMb, fileMb } = await loadConfig("uploadConfig");
  const allowed = PURPOSE_SIZE_MAX[purpose] ?? FILE_SIZE_MAX;
  return Math.min(allowed, fileMb * MB, purpose === "chat" ? chatFileMb * MB : allowed);
}

async function volumeMax(): Promise<number> {
  return (await loadConfig("uploadConfig")).volumeGb * 1024 * MB;
}

/** Early refusal of an upload that cannot fit; the transaction at the end decides. */
async function refuseFullVolume(actor: Actor, bytes: number): Promise<void> {
  assertFits(await sumVolume(db(), actor.id), bytes, await volumeMax());
}

/** The trash does not count, or deleting would not help; it is bounded all the same. */
function assertFits({ kept, trash }: { kept: number; trash: number }, bytes: number, most: number): void {
  if (kept + bytes > most || kept + trash + bytes > 2 * most) {
    throw new AppError("volumeExceeded");
  }
}

async function finish(
  actor: Actor,
  { id, storageKey }: { id: string; storageKey: string },
  { size, sha256, head, givenName }: Measured,
  fields: ReadonlyMap<string, string>,
): Promise<UploadedFile> {
  if (size === 0) throw new AppError("fileEmpty");
  const purpose = purposeName.safeParse(fields.get("purpose") ?? "general");
  if (!purpose.success) throw new AppError("invalidInput", { data: { fields: { purpose: "invalid" } } });
  const [limit, volume] = await Promise.all([sizeLimit(purpose.data), volumeMax()]);
  if (size > limit) throw fileTooLarge(limit);
  const name = displayName(fields.get("filename") ?? givenName);
  const type = await mediaType(head);
  await db().transaction(async (tx) => {
    await lockVolume(tx, actor.id);
    assertFits(await sumVolume(tx, actor.id), size, volume);
    const version = { id: v7(), fileId: id, sha256, size, type, storageKey };
    if (!(await finishFile(tx, { name, purpose: purpose.data, version }))) throw new AppError("uploadIncomplete");
    await recordDeed(tx, actor, { action: "file.upload", target: { type: "file", id, name }, after: { size, type } });
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

/** Counts, hashes and keeps the beginning of what flows through; fails at the first byte over the limit. */
function measure(maxBytes: number): { meter: Transform; measured: () => Omit<Measured, "givenName"> } {
  const hash = createHash("sha256");
  const head: Buffer[] = [];
  let headSize = 0;
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) return done(fileTooLarge(maxBytes));
      hash.update(chunk);
      if (headSize < HEAD_BYTES) {
        head.push(chunk.subarray(0, HEAD_BYTES - headSize));
        headSize += chunk.byteLength;
      }
      done(null, chunk);
    },
  });
  return { meter, measured: () => ({ size, sha256: hash.digest("hex"), head: Buffer.concat(head) }) };
}
