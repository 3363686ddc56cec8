import "server-only";
import { db, type Transaction } from "@/db/client";
import { findFileToCopy } from "@/db/queries/knowledge/base-copies";
import { updateBase } from "@/db/queries/knowledge/bases";
import { findFileBytes } from "@/db/queries/knowledge/file-bytes";
import { type KnowledgeFileRow, listFileVersions } from "@/db/queries/knowledge/files";
import { insertParsedVersion } from "@/db/queries/parsing/parsing";
import type { DocumentFormat } from "@/db/schema/parsing";
import { type AuditEvent, recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, orNotFound } from "@/lib/errors/errors";
import { serveFile } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";
import { keepNewVersion, type StoredUpload, uploadVersion } from "@/lib/files/upload";
import { declaredEncoding, formatOfUpload, inspectUpload, isReadOtherwise } from "@/lib/parsing/inspect";
import { readIndex, readText } from "@/lib/parsing/store";
import type { FoundEncoding } from "@/lib/parsing/types";
import { P } from "@/lib/permissions/codes";
import type { KnowledgeFileDto, KnowledgeFileVersionDto } from "../dto";
import { COMPARED_CHARACTERS_MAX } from "../limits";
import type { VersionChangeDto } from "../reading-dto";
import { assertNoDuplicate, PURPOSE, readFile, readFileWithBase, requireFile, target } from "./files";
import { endWork, indexAgain } from "./indexing";

/**
 * Replaces a file by a newer version, which is read and indexed aside: the earlier one answers until the new one is whole,
 * and goes on answering where it fails (spec F5). Throws notFound, knowledgeFileExists and what an upload throws.
 */
export async function replaceFile(actor: Actor, id: string, request: Request): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file: before } = await requireFile(actor, id, "manage");
  let format: DocumentFormat | undefined;
  await uploadVersion(actor, request, before.fileId, {
    purpose: PURPOSE,
    ownerId: before.uploaderId ?? undefined,
    check: async (upload) => {
      format = formatOfUpload(upload);
      await assertNoDuplicate(db(), actor, before.baseId, upload);
      await inspectUpload(actor, { storageKey: upload.storageKey, format });
    },
    write: async (tx, upload) => {
      if (!format) throw new AppError("documentType");
      await insertParsedVersion(tx, upload.versionId, format, declaredEncoding(upload, format));
      await putInPlace(tx, actor, before, upload);
    },
  });
  return readFile(actor, id);
}

/**
 * The version a file has by now takes the place of the one before in its base as soon as it is whole; of that, whatever is
 * under way ends. Throws notFound, knowledgeFileExists.
 */
export async function putInPlace(
  tx: Transaction,
  actor: Actor,
  before: KnowledgeFileRow,
  { name, size, sha256, type }: Pick<StoredUpload, "name" | "size" | "sha256" | "type">,
  event: Pick<AuditEvent, "action" | "before" | "after"> = {
    action: "knowledge.file.replace",
    before: { name: before.name, size: before.size },
    after: { name, size, type },
  },
): Promise<void> {
  const { id } = before;
  const { file, base } = await requireFile(actor, id, "manage", tx);
  await assertNoDuplicate(tx, actor, base.id, { sha256, name }, id);
  await endWork(tx, actor, before.versionId);
  await indexAgain(tx, actor, file, base);
  await updateBase(tx, base.id, { updatedAt: new Date() });
  await recordAuditEvent(tx, actor, { ...event, target: target({ id, name }) });
}

/** A file with the base it is in and, for who manages it, the encoding it was read in. Throws notFound. */
export async function readPreviewed(actor: Actor, id: string) {
  const { file, base } = await readFileWithBase(actor, id);
  return { file, base, encoding: base.mayManage ? await encodingOf(file) : undefined };
}

async function encodingOf({ versionId }: { versionId: string }): Promise<FoundEncoding | undefined> {
  return (await readIndex(versionId))?.encoding;
}

/**
 * Reads a text anew in the encoding a person chose, as a version of its own that takes the place of the one before once it is
 * whole. Asked for the encoding it is in, it does nothing. Throws notFound, documentNotText, volumeExceeded.
 */
export async function rereadInEncoding(actor: Actor, id: string, encoding: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, id, "manage");
  const { fileId, format, name, uploaderId } = file;
  const found = await encodingOf(file);
  if (!isReadOtherwise({ format, encoding: found }, encoding)) return readFile(actor, id);
  const { storageKey } = orNotFound(await findFileToCopy(db(), id));
  await keepNewVersion(
    actor,
    { fileId, name, source: await (await fileStore()).read(storageKey) },
    {
      ...{ purpose: PURPOSE, ownerId: uploaderId ?? undefined },
      write: async (tx, upload) => {
        await insertParsedVersion(tx, upload.versionId, format, encoding);
        const before = { encoding: found?.name ?? null };
        await putInPlace(tx, actor, file, upload, { action: "knowledge.file.encoding", before, after: { encoding } });
      },
    },
  );
  return readFile(actor, id);
}

/** Versions of a file, newest first. Throws notFound. */
export async function listVersions(actor: Actor, id: string): Promise<{ items: KnowledgeFileVersionDto[] }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file } = await requireFile(actor, id, "view");
  const rows = await listFileVersions(db(), file.fileId);
  return { items: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })) };
}

/** What a version says against the one before it. Throws notFound, documentNotReady while either is not read. */
export async function compareVersion(actor: Actor, id: string, versionId: string): Promise<VersionChangeDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file } = await requireFile(actor, id, "view");
  const rows = await listFileVersions(db(), file.fileId);
  const at = rows.findIndex((row) => row.versionId === versionId);
  const earlier = rows[at + 1];
  if (at === -1 || !earlier) throw new AppError("notFound");
  const [before, after] = [await wordsOf(earlier.versionId), await wordsOf(versionId)];
  return { before: before.text, after: after.text, isCut: before.isCut || after.isCut };
}

async function wordsOf(versionId: string): Promise<{ text: string; isCut: boolean }> {
  const index = await readIndex(versionId);
  if (!index) throw new AppError("documentNotReady");
  const text = await readText(versionId, 0, Math.min(index.characters, COMPARED_CHARACTERS_MAX));
  return { text, isCut: index.characters > COMPARED_CHARACTERS_MAX };
}

/** The bytes of a file as they were put in. Throws notFound. */
export async function downloadFile(
  actor: Actor,
  id: string,
  { versionId, request }: { versionId?: string; request: Request },
): Promise<Response> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file } = await requireFile(actor, id, "view");
  const bytes = await findFileBytes(db(), file.fileId, versionId ?? file.versionId);
  if (!bytes) throw new AppError("notFound");
  return serveFile(bytes, request);
}
