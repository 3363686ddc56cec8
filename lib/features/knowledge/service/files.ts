import "server-only";
import { db, type Queryable } from "@/db/client";
import { sumVolume } from "@/db/queries/files/files";
import { listAlike } from "@/db/queries/knowledge/alike";
import { updateBase } from "@/db/queries/knowledge/bases";
import { countRefused } from "@/db/queries/knowledge/embedding";
import { reopenFile, restoreKnowledgeFile, trashKnowledgeFile } from "@/db/queries/knowledge/file-changes";
import { listFolders, listTags, listUploaders } from "@/db/queries/knowledge/file-facets";
import {
  countFileStates,
  findDeletedFile,
  findDuplicateFile,
  findKnowledgeFile,
  type KnowledgeFileRow,
  listKnowledgeFiles,
} from "@/db/queries/knowledge/files";
import { recordAuditEvent } from "@/lib/audit/audit";
import { type Actor, hasPermission, requirePermission } from "@/lib/auth/actor";
import { loadOwner } from "@/lib/auth/session";
import { subjectsOf } from "@/lib/auth/subjects";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { AppError, isErrorKey } from "@/lib/errors/errors";
import { volumeMax } from "@/lib/files/volume";
import { P } from "@/lib/permissions/codes";
import type { Segmentation } from "@/lib/retrieval/types";
import { cancelTaskOf, lastTask, retryTask } from "@/lib/tasks/tasks";
import type { FileFacetsDto, KnowledgeFileDto, KnowledgeFilesDto } from "../dto";
import { REVIEW_DAYS } from "../limits";
import type { KnowledgeFileQuery } from "../schema";
import { requireBase } from "./bases";
import { endWork, knowledgeFile, startIndexing } from "./indexing";
import { retryRefused } from "./slice-vectors";

/** spec 9: 50M; `PURPOSE_SIZE_MAX` and the basic config hold the figure. */
export const PURPOSE = "knowledge";
/** Tags and people a filter offers. */
const FACETS = 200;
const REVIEW_MS = REVIEW_DAYS * 24 * 3_600_000;

export const target = ({ id, name }: { id: string; name: string }) => ({ type: "knowledgeFile", id, name });

/** Files of a base this person may see; `trash`: deleted ones of a base they manage. Throws notFound. */
export async function listFiles(actor: Actor, baseId: string, query: KnowledgeFileQuery): Promise<KnowledgeFilesDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  if (query.trash) requirePermission(actor, P.KB_MANAGE);
  const { mayManage } = await requireBase(actor, baseId, query.trash ? "manage" : "view");
  const { page, pageSize, sort, direction, ...asked } = query;
  const filter = fileFilterOf(asked);
  const ascending = direction ? direction === "asc" : sort === "name";
  const at = { sort, ascending, page, pageSize };
  const subjects = subjectsOf(actor);
  const { rows, total } = await listKnowledgeFiles(db(), subjects, baseId, filter, at);
  const states = await countFileStates(db(), subjects, baseId, filter);
  const items = await toFiles(rows);
  if (!mayManage || query.trash) return { items, total, states };
  const ids = items.map(({ id }) => id);
  const alike = Map.groupBy(await listAlike(db(), subjects, ids), ({ fileId }) => fileId);
  return { items: items.map((item) => ({ ...item, alike: alike.get(item.id)?.length ?? 0 })), total, states };
}

/** What is asked for, as the database knows it. */
export function fileFilterOf<T extends { review?: boolean }>({ review, ...filter }: T) {
  return { ...filter, ...(review && { endsBefore: new Date(Date.now() + REVIEW_MS) }) };
}

/** Folders, tags and people the files of a base can be narrowed by. Throws notFound. */
export async function readFacets(actor: Actor, baseId: string): Promise<FileFacetsDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  await requireBase(actor, baseId, "view");
  const subjects = subjectsOf(actor);
  return {
    folders: await listFolders(db(), subjects, baseId),
    tags: await listTags(db(), subjects, baseId, FACETS),
    uploaders: await listUploaders(db(), subjects, baseId, FACETS),
  };
}

/** Whether somebody else may come in now, use bases and see this file: only then they are told of it. */
export async function maySeeFile(userId: string, id: string): Promise<boolean> {
  const person = await loadOwner(userId);
  if (!person || !hasPermission(person, P.KB_CHAT, P.KB_MANAGE)) return false;
  return (await findKnowledgeFile(db(), subjectsOf(person), id, "view")) !== null;
}

/** Throws notFound. */
export async function readFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file } = await requireFile(actor, id, "view");
  const [read] = await toFiles([file]);
  return read!;
}

/** A file with the base it is in, for a screen of its own, and how it is cut. Throws notFound. */
export async function readFileWithBase(actor: Actor, id: string, right: "view" | "manage" = "view") {
  requirePermission(actor, P.KB_CHAT, P.KB_MANAGE, P.KB_SEARCH);
  const { file, base } = await requireFile(actor, id, right);
  const [read] = await toFiles([file]);
  const segmentation = (file.segmentation ?? base.segmentation) as Segmentation;
  return { file: read!, base: { id: base.id, name: base.name, mayManage: base.mayManage }, segmentation };
}

/**
 * Takes a failed file up again in the stage that failed (spec F4), and has the texts of one that is ready embedded that were
 * refused. Throws notFound, knowledgeFileNotFailed.
 */
export async function retryFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const { file, base } = await requireFile(actor, id, "manage");
  await db().transaction(async (tx) => {
    if (!(await reopenFile(tx, id))) {
      if (await retryRefused(tx, actor, file)) return;
      throw new AppError("knowledgeFileNotFailed");
    }
    const last = await lastTask(tx, knowledgeFile, file.versionId);
    // Moved since, it is another base's; and whoever put it in may be gone, or no longer change the base.
    if (last?.input.owner === base.id && (await retryTask(tx, last.id, actor))) return;
    const { versionId, name, size, segmentation, isHeld } = file;
    await startIndexing(tx, actor, {
      versionId,
      isHeld,
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
  await cancelTaskOf(knowledgeFile, file.versionId, actor);
  return readFile(actor, id);
}

/** Takes a file out of its base; it answers nobody from now on. Throws notFound. */
export async function deleteFile(actor: Actor, id: string): Promise<void> {
  requirePermission(actor, P.KB_MANAGE);
  await db().transaction(async (tx) => {
    const { file, base } = await requireFile(actor, id, "manage", tx);
    await endWork(tx, actor, file.versionId);
    await trashKnowledgeFile(tx, file);
    await updateBase(tx, base.id, { updatedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "knowledge.file.delete", target: target(file) });
  });
}

/** Takes a file back from the trash. Throws notFound, volumeExceeded, and knowledgeFileExists when the same is there again. */
export async function restoreFile(actor: Actor, id: string): Promise<KnowledgeFileDto> {
  requirePermission(actor, P.KB_MANAGE);
  const most = await volumeMax();
  await db().transaction(async (tx) => {
    const file = await findDeletedFile(tx, subjectsOf(actor), id);
    if (!file) throw new AppError("notFound");
    await assertNoDuplicate(tx, actor, file.baseId, file, id);
    await restoreKnowledgeFile(tx, file);
    if (file.uploaderId && (await sumVolume(tx, file.uploaderId)).kept > most) throw new AppError("volumeExceeded");
    await updateBase(tx, file.baseId, { updatedAt: new Date() });
    await recordAuditEvent(tx, actor, { action: "knowledge.file.restore", target: target(file) });
  });
  return readFile(actor, id);
}

/** Throws knowledgeFileExists, naming the file that has these bytes where the person may see it. */
export async function assertNoDuplicate(
  at: Queryable,
  actor: Actor,
  baseId: string,
  { sha256, name }: { sha256: string; name: string },
  except?: string,
): Promise<void> {
  const found = await findDuplicateFile(at, subjectsOf(actor), baseId, sha256, except);
  if (!found) return;
  if (!found.isVisible) throw new AppError("knowledgeFileExists", { args: { name } });
  throw new AppError("knowledgeFileExists", { args: { name: found.name }, data: { id: found.id } });
}

/** A live file this person has the right to, with its base. Throws notFound. */
export async function requireFile(actor: Actor, id: string, right: "view" | "manage", at: Queryable = db()) {
  const file = await findKnowledgeFile(at, subjectsOf(actor), id, right);
  if (!file) throw new AppError("notFound");
  return { file, base: await requireBase(actor, file.baseId, right, at) };
}

/** Rows as people read them, with days of the configured time zone. Never inside a transaction: it may read that zone. */
export async function toFiles(rows: readonly KnowledgeFileRow[]): Promise<KnowledgeFileDto[]> {
  const { timeZone } = await loadConfig("customConfig");
  const refused = await countRefused(
    db(),
    rows.filter(({ readyVersionId }) => readyVersionId).map(({ id }) => id),
  );
  return rows.map((row) => ({ ...toFile(row, timeZone), refused: refused.get(row.id) ?? 0 }));
}

export function toFile(row: KnowledgeFileRow, timeZone: string): KnowledgeFileDto {
  const { id, fileId, versionId, name, size, format, status, failure, progress, sliceCount, tokens } = row;
  const { folder, tags, visibility, validFrom, validUntil, readyVersionId, createdAt, updatedAt, finishedAt } = row;
  return {
    ...{ id, fileId, versionId, name, size, format, status, progress, sliceCount, tokens, folder, tags, visibility },
    error: errorOf(failure),
    refused: 0,
    isHeld: row.isHeld,
    isAnswering: readyVersionId !== null,
    alike: 0,
    owner: person(row.ownerId, row.ownerName),
    uploader: person(row.uploaderId, row.uploaderName),
    validFrom: validFrom && dayIn(timeZone, validFrom),
    // Stored as the moment after its last day.
    validUntil: validUntil && dayIn(timeZone, new Date(validUntil.getTime() - 1)),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    rereading: row.rereading,
    page: row.page && {
      ...{ url: row.page.url, refresh: row.page.refresh, status: row.page.status, error: errorOf(row.page.failure) },
      checkedAt: row.page.checkedAt.toISOString(),
      changedAt: row.page.changedAt.toISOString(),
    },
  };
}

export const errorOf = (failure: string | null) =>
  failure === null ? null : isErrorKey(failure) ? failure : ("unknown" as const);

const person = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
