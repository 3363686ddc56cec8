import "server-only";
import { db } from "@/db/client";
import { findReadableVersion, type ReadableVersion } from "@/db/queries/reader/reader";
import type { Actor } from "@/lib/auth/actor";
import { readerOf } from "@/lib/auth/subjects";
import { AppError, type ErrorKey, isErrorKey, orNotFound } from "@/lib/errors/errors";
import { HEAD_BYTES, mediaType } from "@/lib/files/media-type";
import { INLINE_PICTURES } from "@/lib/files/serve";
import type { ReaderDocumentDto } from "@/lib/parsing/reader-dto";
import { readImage, readIndex, readPiece } from "@/lib/parsing/store";
import type { ParsedIndex, Piece } from "@/lib/parsing/types";
import type { NotReadyData } from "../dto";

/** A version this person may read. Throws notFound for missing, foreign and deleted ones alike. */
export async function readableVersion(actor: Actor, versionId: string): Promise<ReadableVersion> {
  return orNotFound(await findReadableVersion(db(), readerOf(actor), versionId));
}

/** The version and what reading it gave. Throws notFound, documentNotReady, or the cause why it could not be read. */
export async function parsedVersion(
  actor: Actor,
  versionId: string,
): Promise<{ version: ReadableVersion; index: ParsedIndex }> {
  const version = await readableVersion(actor, versionId);
  const index = version.isParsed ? await readIndex(versionId) : null;
  if (index) return { version, index };
  if (!version.status || !version.format) throw new AppError("notFound");
  const failed = version.status === "parse_failed" && version.failure;
  const key: ErrorKey = failed && isErrorKey(failed) ? failed : failed ? "documentBroken" : "documentNotReady";
  const data: NotReadyData = {
    error: key,
    status: version.status,
    progress: version.progress ?? 0,
    fileName: version.name,
    format: version.format,
  };
  throw new AppError(key, { data });
}

/** Everything about a version but its text. */
export async function readDocument(actor: Actor, versionId: string): Promise<ReaderDocumentDto> {
  const { version, index } = await parsedVersion(actor, versionId);
  const { currentVersionId, address, createdAt, sha256 } = version;
  return {
    versionId,
    fileId: version.fileId,
    fileName: version.name,
    format: index.format,
    size: version.size,
    title: index.title,
    language: index.language,
    parser: index.parser,
    characters: index.characters,
    parts: index.parts,
    outline: index.outline,
    pieces: index.pieces,
    warnings: index.warnings,
    web: address === null ? null : { address, takenAt: createdAt.toISOString(), hash: sha256 },
    replacedBy: currentVersionId && currentVersionId !== versionId ? { versionId: currentVersionId } : null,
  };
}

/** One stretch of the text with its blocks. Throws notFound. */
export async function readTextPiece(actor: Actor, versionId: string, number: number): Promise<Piece> {
  await readableVersion(actor, versionId);
  return orNotFound(await readPiece(versionId, number));
}

/** A picture of the document. Its type is what its bytes say; anything that could carry script is not there. */
export async function readPicture(actor: Actor, versionId: string, name: string) {
  await readableVersion(actor, versionId);
  const image = orNotFound(await readImage(versionId, name));
  const type = await mediaType(image.bytes.subarray(0, HEAD_BYTES));
  if (!INLINE_PICTURES.includes(type)) throw new AppError("notFound");
  return { bytes: image.bytes, type };
}
