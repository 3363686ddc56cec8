import "server-only";
import type { Readable } from "node:stream";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findFileOfVersion } from "@/db/queries/files/files";
import type { Actor } from "@/lib/auth/actor";
import { readJson } from "@/lib/endpoint/route";
import { AppError, type ErrorKey, orNotFound } from "@/lib/errors/errors";
import { log } from "@/lib/log";
import type { UploadedFile } from "./dto";
import { declaredLength, type Received, receiveUpload } from "./receive";
import { finishedUpload } from "./resumable-schema";
import { findUnfinished, readUnfinished, removeUnfinished } from "./unfinished";
import { withUpload } from "./upload-lock";

/** Bytes that arrive, or have arrived in pieces and wait on the disk. */
export interface Intake {
  /** Bytes as far as they are known beforehand. */
  bytes: number;
  versionId: string;
  /** Hands the bytes to `store`; at most so many are taken. */
  take(maxBytes: number, store: (source: Readable, name: string) => Promise<Measured>): Promise<Received<Measured>>;
}

/** What is known of bytes once they are stored. */
export interface Measured {
  size: number;
  sha256: string;
  head: Uint8Array;
  givenName: string;
}

/** Refusals after which an upload stays. */
const KEPT: readonly ErrorKey[] = ["notFound", "uploadIncomplete", "tooManyRequests"];

interface Asked {
  actor: Actor;
  request: Request;
  /** Unset where the form says it. */
  purpose: string | undefined;
  /** The file a version is meant for, and whose it is where it is another's. */
  fileId?: string;
  ownerId?: string;
}

/**
 * Finds the bytes a request brings as a form, or names as JSON: those of a resumable upload. Such a one becomes one file,
 * however often that is asked. Throws notFound, uploadIncomplete and what `work` throws.
 */
export async function withIntake(asked: Asked, work: (intake: Intake) => Promise<UploadedFile>): Promise<UploadedFile> {
  const { actor, request } = asked;
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    return work({
      bytes: declaredLength(request) ?? 0,
      versionId: v7(),
      take: (most, store) => receiveUpload(request, most, store),
    });
  }
  const body = finishedUpload.safeParse(await readJson(request));
  if (!body.success) throw new AppError("invalidInput");
  const { uploadId, ...texts } = body.data;
  const fields = new Map(Object.entries(texts));
  // Before the lock: nobody else's call may disturb a piece that is arriving.
  orNotFound(
    (await findUnfinished(actor.id, uploadId)) ?? (await findFileOfVersion(db(), asked.ownerId ?? actor.id, uploadId)),
  );
  return withUpload(uploadId, async () => {
    const finished = await findFinished(asked, uploadId);
    if (finished) return finished;
    try {
      const upload = await findUnfinished(actor.id, uploadId);
      if (upload?.purpose !== (asked.purpose ?? "general")) throw new AppError("notFound");
      if (upload.offset < upload.size) throw new AppError("uploadIncomplete");
      const file = await work({
        bytes: upload.size,
        versionId: uploadId,
        take: async (_most, store) => ({ stored: await store(readUnfinished(actor.id, uploadId), ""), fields }),
      });
      await letGo(actor, uploadId);
      return file;
    } catch (error) {
      // Another process was quicker: the version has the upload's id, so there is one of them.
      const won = await findFinished(asked, uploadId).catch(() => null);
      if (won) return won;
      if (isFinal(error)) await letGo(actor, uploadId);
      throw error;
    }
  });
}

/** The same bytes would be refused again. What failed on our side, or came too early, may be asked for once more. */
function isFinal(error: unknown): boolean {
  return error instanceof AppError && error.code < 500 && !KEPT.includes(error.key);
}

/** The file an upload became: its answer was lost, or it is asked for twice. */
async function findFinished(
  { actor, purpose, fileId, ownerId }: Asked,
  uploadId: string,
): Promise<UploadedFile | null> {
  const found = await findFileOfVersion(db(), ownerId ?? actor.id, uploadId);
  if (!found || (purpose && found.purpose !== purpose) || (fileId && found.id !== fileId)) return null;
  await letGo(actor, uploadId);
  const { id, name, size, type } = found;
  return { id, name, size, type };
}

/** The file is made or refused by now: bytes that cannot be removed are left to the sweep. */
async function letGo(actor: Actor, uploadId: string): Promise<void> {
  await removeUnfinished(actor.id, uploadId).catch((err) => log().warn({ err, uploadId }, "upload not removed"));
}
