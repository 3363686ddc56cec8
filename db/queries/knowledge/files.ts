import { and, asc, count, desc, eq, ilike, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { likePattern } from "../../like";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { type ParseStatus, parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { tasks } from "../../schema/tasks";
import { openTaskOf } from "../tasks/tasks";

/** Kind of the task that makes a file searchable; its version is the subject. */
const KNOWLEDGE_FILE_TASK = "knowledgeFile";

const isLive = and(isNull(knowledgeFiles.deletedAt), isNull(files.deletedAt));

/** Per cent of the stage a file is in. */
const progress = sql<number>`case when ${knowledgeFiles.status} = 'ready' then 100
  when ${tasks.total} > 0 then least(99, 100 * ${tasks.done} / ${tasks.total}) else 0 end`;

function selectFiles(db: Queryable) {
  return db
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
      progress,
      sliceCount: knowledgeFiles.sliceCount,
      tokens: knowledgeFiles.tokens,
      segmentation: knowledgeFiles.segmentation,
      createdAt: knowledgeFiles.createdAt,
      finishedAt: knowledgeFiles.finishedAt,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .leftJoin(tasks, openTaskOf(fileVersions.id, KNOWLEDGE_FILE_TASK))
    .$dynamic();
}
export type KnowledgeFileRow = Awaited<ReturnType<typeof selectFiles>>[number];

const STATUS_OF = {
  ready: ["ready"],
  running: ["uploaded", "parsing", "segmenting", "building"],
  failed: ["parse_failed", "split_failed", "build_failed"],
} as const satisfies Record<string, readonly ParseStatus[]>;

export interface KnowledgeFileFilter {
  keyword?: string;
  status?: keyof typeof STATUS_OF;
}

function matching(baseId: string, { keyword, status }: KnowledgeFileFilter): SQL | undefined {
  return and(
    eq(knowledgeFiles.baseId, baseId),
    isLive,
    keyword ? ilike(files.name, likePattern(keyword)) : undefined,
    status ? inArray(knowledgeFiles.status, [...STATUS_OF[status]]) : undefined,
  );
}

const ORDER = { created: knowledgeFiles.createdAt, name: files.name, size: fileVersions.size } as const;

/** Files of a base; the caller found the base in the person's scope. */
export async function listKnowledgeFiles(
  db: Queryable,
  baseId: string,
  filter: KnowledgeFileFilter,
  page: { sort: keyof typeof ORDER; ascending: boolean; limit: number; offset: number },
): Promise<{ rows: KnowledgeFileRow[]; total: number }> {
  const direction = page.ascending ? asc : desc;
  const rows = await selectFiles(db)
    .where(matching(baseId, filter))
    .orderBy(direction(ORDER[page.sort]), direction(knowledgeFiles.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ count: count() })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(matching(baseId, filter));
  return { rows, total: counted?.count ?? 0 };
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
    .set({
      status: sql`case ${knowledgeFiles.status} when 'parse_failed' then 'parsing' when 'split_failed' then 'segmenting' else 'building' end`,
      failure: null,
      finishedAt: null,
    })
    .where(and(eq(knowledgeFiles.id, id), inArray(knowledgeFiles.status, [...STATUS_OF.failed])))
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
