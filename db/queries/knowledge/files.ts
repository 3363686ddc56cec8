import { and, asc, count, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { type Page, pageOf } from "../../page";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { type ParseStatus, parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { tasks } from "../../schema/tasks";
import { isIn, matchesFile, progressOf, type ReadFileFilter, reopened, withFile } from "../parsing/parsing";
import { openTaskOf } from "../tasks/tasks";

/** Kind of the task that makes a file searchable; its version is the subject. */
const KNOWLEDGE_FILE_TASK = "knowledgeFile";

const isLive = and(isNull(knowledgeFiles.deletedAt), isNull(files.deletedAt));

function selectFiles(db: Queryable) {
  const rows = db
    .select({
      id: knowledgeFiles.id,
      baseId: knowledgeFiles.baseId,
      fileId: knowledgeFiles.fileId,
      versionId: fileVersions.id,
      name: files.name,
      size: fileVersions.size,
      format: parsedVersions.format,
      status: knowledgeFiles.status,
      failure: knowledgeFiles.failure,
      progress: progressOf(knowledgeFiles.status),
      sliceCount: knowledgeFiles.sliceCount,
      tokens: knowledgeFiles.tokens,
      segmentation: knowledgeFiles.segmentation,
      createdAt: knowledgeFiles.createdAt,
      finishedAt: knowledgeFiles.finishedAt,
    })
    .from(knowledgeFiles)
    .$dynamic();
  return withFile(rows, knowledgeFiles.fileId).leftJoin(tasks, openTaskOf(fileVersions.id, KNOWLEDGE_FILE_TASK));
}
export type KnowledgeFileRow = Awaited<ReturnType<typeof selectFiles>>[number];

const ORDER = { created: knowledgeFiles.createdAt, name: files.name, size: fileVersions.size } as const;

/** Files of a base; the caller found the base in the person's scope. */
export function listKnowledgeFiles(
  db: Queryable,
  baseId: string,
  filter: ReadFileFilter,
  { sort, ascending, ...page }: Page & { sort: keyof typeof ORDER; ascending: boolean },
): Promise<{ rows: KnowledgeFileRow[]; total: number }> {
  const direction = ascending ? asc : desc;
  const rows = selectFiles(db).where(
    and(eq(knowledgeFiles.baseId, baseId), isLive, matchesFile(filter, knowledgeFiles.status)),
  );
  return pageOf(db, rows, page, direction(ORDER[sort]), direction(knowledgeFiles.id));
}

/** A live file of a live base, or null; whoever asks is judged by the base. */
export async function findKnowledgeFile(db: Queryable, id: string) {
  const [row] = await selectFiles(db)
    .innerJoin(knowledgeBases, and(eq(knowledgeBases.id, knowledgeFiles.baseId), isNull(knowledgeBases.deletedAt)))
    .where(and(eq(knowledgeFiles.id, id), isLive));
  return row ?? null;
}

/** The live files of these files, in no order. */
export function listFilesByFile(db: Queryable, baseId: string, fileIds: readonly string[]) {
  if (fileIds.length === 0) return Promise.resolve([]);
  return selectFiles(db).where(
    and(eq(knowledgeFiles.baseId, baseId), inArray(knowledgeFiles.fileId, [...fileIds]), isLive),
  );
}

/** A live file of the base with these bytes, but for one. */
export async function findDuplicateFile(db: Queryable, baseId: string, sha256: string, except?: string) {
  const [row] = await selectFiles(db)
    .where(
      and(
        eq(knowledgeFiles.baseId, baseId),
        eq(fileVersions.sha256, sha256),
        isLive,
        except ? ne(knowledgeFiles.id, except) : undefined,
      ),
    )
    .limit(1);
  return row ?? null;
}

/** Files and bytes of bases, of those that have any. */
export async function measureBases(db: Queryable, baseIds: readonly string[]) {
  if (baseIds.length === 0) return new Map<string, { files: number; size: number }>();
  const rows = await db
    .select({
      baseId: knowledgeFiles.baseId,
      files: count(),
      size: sql<number>`coalesce(sum(${fileVersions.size}), 0)`.mapWith(Number),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(inArray(knowledgeFiles.baseId, [...baseIds]), isLive))
    .groupBy(knowledgeFiles.baseId);
  return new Map(rows.map(({ baseId, ...size }) => [baseId, size]));
}

export async function insertKnowledgeFile(db: Queryable, row: typeof knowledgeFiles.$inferInsert & { id: string }) {
  await db.insert(knowledgeFiles).values(row);
}

/** The caller found the file by its base. */
export async function updateKnowledgeFile(
  db: Queryable,
  id: string,
  patch: Partial<typeof knowledgeFiles.$inferInsert>,
): Promise<void> {
  await db.update(knowledgeFiles).set(patch).where(eq(knowledgeFiles.id, id));
}

/** Puts a file of a base in the trash, with its bytes; its owner's volume has them no longer. */
export async function trashKnowledgeFile(tx: Transaction, { id, fileId }: { id: string; fileId: string }) {
  const deletedAt = new Date();
  await updateKnowledgeFile(tx, id, { deletedAt });
  await tx.update(files).set({ deletedAt }).where(eq(files.id, fileId));
}

/** All files of bases that go for good leave with their bytes at the next sweep of files. */
export async function trashFilesOf(tx: Transaction, baseId: string, deletedAt: Date) {
  const of = tx.select({ id: knowledgeFiles.fileId }).from(knowledgeFiles).where(eq(knowledgeFiles.baseId, baseId));
  await tx
    .update(files)
    .set({ deletedAt })
    .where(and(inArray(files.id, of), isNull(files.deletedAt)));
}

interface StateChange {
  status: ParseStatus;
  failure: string | null;
  tokens?: number;
  finishedAt: Date | null;
}

/** How far a version of a base's file is. When its slices are ready, they are the ones that answer. */
export async function setFileState(
  tx: Transaction,
  { versionId, baseId }: { versionId: string; baseId: string },
  change: StateChange,
): Promise<void> {
  const [set] =
    change.status === "ready"
      ? await tx
          .select({ sliceCount: sliceSets.sliceCount })
          .from(sliceSets)
          .where(and(eq(sliceSets.versionId, versionId), eq(sliceSets.owner, baseId), eq(sliceSets.isReady, true)))
      : [];
  const fileOf = tx.select({ id: fileVersions.fileId }).from(fileVersions).where(eq(fileVersions.id, versionId));
  await tx
    .update(knowledgeFiles)
    .set({ ...change, ...(set && { readyVersionId: versionId, sliceCount: set.sliceCount }) })
    .where(and(eq(knowledgeFiles.baseId, baseId), inArray(knowledgeFiles.fileId, fileOf)));
}

/** A failed file is open again in the stage that failed; false when it had not failed. */
export async function reopenFile(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(knowledgeFiles)
    .set(reopened(knowledgeFiles.status))
    .where(and(eq(knowledgeFiles.id, id), isIn(knowledgeFiles.status, "failed")))
    .returning({ id: knowledgeFiles.id });
  return rows.length > 0;
}

/** The slice sets that answer for bases, each with the file it is of. */
export function listAnsweringSets(db: Queryable, baseIds: readonly string[]) {
  return db
    .select({
      setId: sliceSets.id,
      versionId: sliceSets.versionId,
      baseId: knowledgeFiles.baseId,
      fileId: knowledgeFiles.id,
      fileName: files.name,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(
      sliceSets,
      and(
        eq(sliceSets.versionId, knowledgeFiles.readyVersionId),
        eq(sliceSets.owner, sql`${knowledgeFiles.baseId}::text`),
        eq(sliceSets.isReady, true),
      ),
    )
    .where(and(inArray(knowledgeFiles.baseId, [...baseIds]), isLive));
}
