import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { type BaseRow, updateBase } from "@/db/queries/knowledge/bases";
import {
  findDuplicateFile,
  findKnowledgeFile,
  insertKnowledgeFile,
  type KnowledgeFileRow,
  listFilesByFile,
  listKnowledgeFiles,
  reopenFile,
  trashKnowledgeFile,
} from "@/db/queries/knowledge/files";
import { insertParsedVersion } from "@/db/queries/parsing/parsing";
import type { DocumentFormat } from "@/db/schema/parsing";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, requirePermission } from "@/lib/auth/actor";
import { AppError, isErrorKey } from "@/lib/errors/errors";
import { type StoredUpload, type UploadOutcome, type UploadRules, uploadFile, uploadFiles } from "@/lib/files/upload";
import type { Locale } from "@/lib/i18n/locales";
import { errorText } from "@/lib/i18n/translate";
import { formatOfUpload, inspectUpload } from "@/lib/parsing/inspect";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { cancelTask, endAsCancelled, isOpen, lastTask, retryTask } from "@/lib/tasks/tasks";
import type { KnowledgeFileDto } from "../dto";
import { UPLOAD_FILES_MAX } from "../limits";
import { type KnowledgeFileQuery, segmentationInput } from "../schema";
import { requireBase } from "./bases";
import { knowledgeFile, startIndexing } from "./indexing";

/** spec 9: 50M; `PURPOSE_SIZE_MAX` and the basic config hold the figure. */
const PURPOSE = "knowledge";

const target = ({ id, name }: { id: string; name: string }) => ({ type: "knowledgeFile", id, name });

/** Files of a base this person may use. Throws notFound. */
export async function listFiles(
  actor: Actor,
  baseId: string,
  query: KnowledgeFileQuery,
): Promise<{ items: KnowledgeFileDto[]; total: number }> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  await requireBase(actor, baseId, "view");
  const { page, pageSize, sort, direction, ...filter } = query;
  const ascending = direction ? direction === "asc" : sort === "name";
  const { rows, total } = await listKnowledgeFiles(db(), baseId, filter, { sort, ascending, page, pageSize });
  return { items: rows.map(toFile), total };
}

/** Throws notFound. */
export async function readFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  return toFile((await requireFile(actor, id, "view")).file);
}

type Refused = { id: null; name: string; status: "upload_failed"; error: AppError["key"]; message: string };

/**
 * Takes files into a base: multipart `files` (10 at most) with an optional `segmentation` as JSON, or the `uploadId` of a
 * resumable upload. Each is taken in or refused by itself. Throws notFound, knowledgeFilesLimit, and for a
 * single resumable one what refuses it.
 */
export async function addFiles(
  actor: Actor,
  baseId: string,
  { request, locale }: { request: Request; locale: Locale },
): Promise<{ items: (KnowledgeFileDto | Refused)[] }> {
  requirePermission(actor, P.KB_MANAGE);
  const base = await requireBase(actor, baseId, "manage");
  const rules = rulesOf(actor, base);
  const isForm = /^multipart\/form-data\b/i.test(request.headers.get("content-type") ?? "");
  const outcomes: UploadOutcome[] = isForm
    ? await uploadFiles(actor, request, rules, {
        most: UPLOAD_FILES_MAX,
        tooMany: () => new AppError("knowledgeFilesLimit", { args: { max: UPLOAD_FILES_MAX } }),
      })
    : [{ file: await uploadFile(actor, request, rules) }];
  const stored = outcomes.flatMap((outcome) => ("file" in outcome ? [outcome.file.id] : []));
  const rows = new Map((await listFilesByFile(db(), baseId, stored)).map((row) => [row.fileId, row]));
  const items: (KnowledgeFileDto | Refused)[] = [];
  for (const outcome of outcomes) {
    if ("file" in outcome) {
      const row = rows.get(outcome.file.id);
      if (row) items.push(toFile(row));
      continue;
    }
    const { name, error } = outcome;
    const message = await errorText(locale, error.key, error.options.args);
    items.push({ id: null, name, status: "upload_failed", error: error.key, message });
  }
  return { items };
}

/** What an upload into a base is judged by, and what it writes. */
function rulesOf(actor: Actor, base: BaseRow): UploadRules & { purpose: string } {
  const formats = new Map<string, DocumentFormat>();
  return {
    purpose: PURPOSE,
    check: async (upload) => {
      segmentationOf(upload, base);
      const format = formatOfUpload(upload);
      await assertNoDuplicate(db(), base.id, upload);
      await inspectUpload(actor, { storageKey: upload.storageKey, format });
      formats.set(upload.versionId, format);
    },
    write: async (tx, upload) => {
      const { fileId, versionId, name, size, type } = upload;
      // The right may have been withdrawn, or the base deleted, while the bytes arrived.
      const { embeddingModelId } = await requireBase(actor, base.id, "manage", tx);
      await assertNoDuplicate(tx, base.id, upload);
      const id = v7();
      const { segmentation, isOwn } = segmentationOf(upload, base);
      await insertParsedVersion(tx, versionId, formats.get(versionId)!);
      await insertKnowledgeFile(tx, { id, baseId: base.id, fileId, segmentation: isOwn ? segmentation : null });
      await startIndexing(tx, actor, { versionId, baseId: base.id, name, size, segmentation, embeddingModelId });
      await updateBase(tx, base.id, { updatedAt: new Date() });
      const after = { size, type, baseId: base.id };
      await recordAuditEvent(tx, actor, { action: "knowledge.file.upload", target: target({ id, name }), after });
    },
  };
}

/** How a file is cut: as its form says, else as its base does. Throws invalidInput. */
function segmentationOf({ fields }: StoredUpload, base: BaseRow): { segmentation: Segmentation; isOwn: boolean } {
  const given = fields.get("segmentation");
  if (!given) return { segmentation: base.segmentation as Segmentation, isOwn: false };
  try {
    const read = segmentationInput.safeParse(JSON.parse(given));
    if (read.success) return { segmentation: read.data, isOwn: true };
  } catch {
    // Not JSON: refused below.
  }
  throw new AppError("invalidInput", { data: { fields: { segmentation: "invalid" } } });
}

async function assertNoDuplicate(
  at: Parameters<typeof findDuplicateFile>[0],
  baseId: string,
  { sha256 }: StoredUpload,
) {
  const found = await findDuplicateFile(at, baseId, sha256);
  if (found) throw new AppError("knowledgeFileExists", { args: { name: found.name }, data: { id: found.id } });
}

/** Takes a failed file up again in the stage that failed (spec F4). Throws notFound, knowledgeFileNotFailed. */
export async function retryFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base } = await requireFile(actor, id, "manage");
  await db().transaction(async (tx) => {
    if (!(await reopenFile(tx, id))) throw new AppError("knowledgeFileNotFailed");
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    if (last && (await retryTask(tx, last.id))) return;
    const { versionId, name, size, segmentation } = file;
    await startIndexing(tx, actor, {
      versionId,
      baseId: base.id,
      name,
      size,
      segmentation: (segmentation ?? base.segmentation) as Segmentation,
      embeddingModelId: base.embeddingModelId,
    });
  });
  return readFile(actor, id);
}

/** Ends what is made of a file; it can be tried again. Throws notFound. */
export async function cancelFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file } = await requireFile(actor, id, "manage");
  const last = await lastTask(db(), knowledgeFile, file.versionId);
  if (last && isOpen(last)) await cancelTask(last.id, { by: actor });
  return readFile(actor, id);
}

/** Takes a file out of its base; it answers nobody from now on. Throws notFound. */
export async function deleteFile(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, id, "manage", tx);
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    if (last && isOpen(last)) await endAsCancelled(tx, last.id, actor);
    await trashKnowledgeFile(tx, file);
    await updateBase(tx, base.id, { updatedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "knowledge.file.delete", target: target(file) });
  });
}

/** A live file of a base this person has the right to. Throws notFound. */
export async function requireFile(
  actor: Actor,
  id: string,
  right: "view" | "manage",
  at: Parameters<typeof findKnowledgeFile>[0] = db(),
) {
  const file = await findKnowledgeFile(at, id);
  if (!file) throw new AppError("notFound");
  return { file, base: await requireBase(actor, file.baseId, right, at) };
}

function toFile({
  baseId: _b,
  segmentation: _s,
  failure,
  createdAt,
  finishedAt,
  ...row
}: KnowledgeFileRow): KnowledgeFileDto {
  return {
    ...row,
    error: failure === null ? null : isErrorKey(failure) ? failure : "unknown",
    createdAt: createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
