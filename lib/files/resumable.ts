import "server-only";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Metadata, Server, Upload } from "@tus/server";
import { v7 } from "uuid";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { UNFINISHED_UPLOAD_MS, UNFINISHED_UPLOADS_MAX } from "@/lib/config/constants";
import { env } from "@/lib/config/env";
import { type Answer, answerWith } from "@/lib/endpoint/envelope";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { P, type PermissionCode } from "@/lib/permissions/codes";
import type { UploadState } from "./dto";
import { fileTooLarge } from "./receive";
import { type ResumablePurpose, uploadLength, uploadMetadata } from "./resumable-schema";
import { assertRoomOnDisk } from "./room";
import {
  appendUnfinished,
  createUnfinished,
  findUnfinished,
  listUnfinished,
  removeUnfinished,
  sweepUnfinished,
  type UnfinishedUpload,
} from "./unfinished";
import { uploadLocker } from "./upload-lock";
import { assertVolume, sizeLimit } from "./volume";

const PATH = "/api/files/uploads";
const SWEEP_EVERY_MS = 600_000;

/** Who may upload for a purpose; an empty list is everybody who is signed in. Every request asks again. */
const PERMISSIONS: Record<ResumablePurpose, readonly PermissionCode[]> = {
  general: [],
  chat: [P.CHAT],
  document: [P.DOCUMENT],
  knowledge: [P.KB_MANAGE],
  "knowledge-base": [P.KB_MANAGE],
  "knowledge-qa": [P.KB_MANAGE, P.KB_CENTER],
  "chat-import": [P.CHAT],
};

/** The headers the protocol reads, and those it answers with; no other reaches the package or the browser. */
const ASKED = ["tus-resumable", "content-type", "content-length", "upload-length", "upload-metadata", "upload-offset"];
const ANSWERED = ["tus-resumable", "location", "upload-offset", "upload-length", "upload-expires"];

/**
 * Begins a resumable upload (tus 1.0, creation): `Upload-Length` and `Upload-Metadata` with the `purpose`. All
 * that can refuse it is asked before a byte is sent. Throws noPermission, invalidInput, fileEmpty, fileTooLarge,
 * volumeExceeded and storageFull.
 */
export async function beginUpload(actor: Actor, request: Request): Promise<Response> {
  const purpose = purposeOf(request);
  requirePurpose(actor, purpose);
  const length = uploadLength.safeParse(request.headers.get("upload-length"));
  if (!length.success) throw new AppError("invalidInput");
  if (length.data === 0) throw new AppError("fileEmpty");
  const limit = await sizeLimit(purpose);
  if (length.data > limit) throw fileTooLarge(limit);
  await sweepNowAndThen();
  await assertVolume(actor, length.data + (await unfinishedBytes(actor.id)), purpose);
  // Once it has arrived it is copied to where files are kept, beside the pieces where that is this disk.
  await assertRoomOnDisk(env().FILES_S3_ENDPOINT ? length.data : 2 * length.data);
  return serve(actor, request, { method: "POST", id: v7(), purpose });
}

/** How far an own upload is, in headers of the protocol and as an answer of ours. Throws notFound and noPermission. */
export async function readUploadState(actor: Actor, request: Request, id: string): Promise<Answer<UploadState>> {
  const { offset, size } = await ownUpload(actor, id);
  const { headers } = await serve(actor, request, { method: "HEAD", id });
  // Asked for without a body, it is only told by the headers.
  return answerWith({ offset, size }, { headers });
}

/** Takes in a piece behind those that arrived (tus 1.0, core). Throws notFound, noPermission, uploadBusy, storageFull. */
export async function continueUpload(actor: Actor, request: Request, id: string): Promise<Response> {
  const { size, offset } = await ownUpload(actor, id);
  await assertRoomOnDisk(size - offset);
  return serve(actor, request, { method: "PATCH", id });
}

/** Gives an own upload up with its bytes (tus 1.0, termination). Throws notFound and noPermission. */
export async function endUpload(actor: Actor, request: Request, id: string): Promise<Response> {
  await ownUpload(actor, id);
  return serve(actor, request, { method: "DELETE", id });
}

let sweptAt = 0;

/** Every process sweeps its own disk, the job that does it runs in one of them only. */
async function sweepNowAndThen(): Promise<void> {
  if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
  sweptAt = Date.now();
  await sweepUnfinished();
}

async function ownUpload(actor: Actor, id: string): Promise<UnfinishedUpload> {
  const upload = orNotFound(await findUnfinished(actor.id, id));
  requirePurpose(actor, upload.purpose);
  return upload;
}

function requirePurpose(actor: Actor, purpose: ResumablePurpose): void {
  const codes = PERMISSIONS[purpose];
  if (codes.length > 0) requirePermission(actor, ...codes);
}

function purposeOf(request: Request): ResumablePurpose {
  try {
    return uploadMetadata.parse(Metadata.parse(request.headers.get("upload-metadata") ?? "")).purpose;
  } catch (cause) {
    throw new AppError("invalidInput", { cause });
  }
}

/** Bytes of the uploads a person has begun. They may not begin ever more: the one that has rested longest gives way. */
async function unfinishedBytes(ownerId: string): Promise<number> {
  const own = await listUnfinished(ownerId);
  const tooMany = own.splice(0, Math.max(0, own.length - UNFINISHED_UPLOADS_MAX + 1));
  for (const { id } of tooMany) await removeUnfinished(ownerId, id);
  return own.reduce((sum, { size }) => sum + size, 0);
}

/** One person's unfinished uploads, as the protocol's server asks for them. */
class OwnUploads extends DataStore {
  override extensions = ["creation", "termination", "expiration"];

  constructor(
    private readonly ownerId: string,
    /** Of the upload that begins. */
    private readonly purpose: ResumablePurpose = "general",
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    const { ownerId, purpose } = this;
    const { id, size = 0 } = upload;
    await createUnfinished({ id, ownerId, purpose, size, createdAt: new Date().toISOString() });
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUnfinished(this.ownerId, id);
    // Finished or given up while this request waited for the lock.
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    return new Upload({ id, size: found.size, offset: found.offset, creation_date: found.createdAt });
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    return appendUnfinished(this.ownerId, id, offset, source);
  }

  override remove(id: string): Promise<void> {
    return removeUnfinished(this.ownerId, id);
  }

  override getExpiration(): number {
    return UNFINISHED_UPLOAD_MS;
  }
}

/** Lets the package speak the protocol. It is told nothing but the protocol's headers and an id of ours. */
async function serve(
  { id: ownerId }: Actor,
  request: Request,
  { method, id, purpose }: { method: "POST" | "HEAD" | "PATCH" | "DELETE"; id: string; purpose?: ResumablePurpose },
): Promise<Response> {
  let failure: unknown;
  const server = new Server({
    path: PATH,
    relativeLocation: true,
    datastore: new OwnUploads(ownerId, purpose),
    locker: uploadLocker,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    onResponseError: (_request, error) => {
      failure = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(protocolRequest(request, method));
  if (failure !== undefined) throw failureOf(failure);
  if (!answer.ok) throw new AppError("invalidInput");
  return new Response(null, { status: answer.status, headers: only(answer.headers, ANSWERED) });
}

function protocolRequest(request: Request, method: string): Request {
  const headers = only(request.headers, ASKED);
  if (method !== "PATCH") {
    // A body that comes with the creation is not taken: the client asks for the offset first.
    headers.delete("content-type");
    return new Request(new URL(PATH, request.url), { method, headers });
  }
  const body = request.body ?? new Uint8Array();
  return new Request(new URL(PATH, request.url), { method, headers, body, duplex: "half" } as RequestInit);
}

function only(headers: Headers, names: readonly string[]): Headers {
  return new Headers(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])) as HeadersInit,
  );
}

/** What the package or our store failed with, as an error of the catalogue where it is one. */
function failureOf(failure: unknown): unknown {
  if (failure === ERRORS.FILE_NOT_FOUND || failure === ERRORS.FILE_NO_LONGER_EXISTS) return new AppError("notFound");
  if (failure === ERRORS.INVALID_OFFSET) return new AppError("uploadBusy");
  // The connection was lost, or the same person's next one took over.
  if (failure === ERRORS.ABORTED) return new AppError("uploadIncomplete");
  const status = (failure as { status_code?: number }).status_code;
  if (status === 413) return new AppError("bodyTooLarge");
  return status && status < 500 ? new AppError("invalidInput") : failure;
}
