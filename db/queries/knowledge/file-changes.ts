import { and, asc, eq, gte, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { files, fileVersions } from "../../schema/files";
import { knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import type { ParseStatus } from "../../schema/parsing";
import { grants } from "../../schema/permissions";
import { sliceSets } from "../../schema/retrieval";
import { isIn, reopened } from "../parsing/parsing";
import { KNOWLEDGE_FILE_RESOURCE } from "./files";

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
  // A version that was replaced meanwhile tells nothing any more.
  const fileOf = tx.select({ id: files.id }).from(files).where(eq(files.currentVersionId, versionId));
  await tx
    .update(knowledgeFiles)
    .set({ ...change, ...(set && { readyVersionId: versionId, sliceCount: set.sliceCount }) })
    .where(and(eq(knowledgeFiles.baseId, baseId), inArray(knowledgeFiles.fileId, fileOf)));
}

/** The settings of a file are known; false when it did not wait for them. */
export async function releaseFile(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .update(knowledgeFiles)
    .set({ isHeld: false })
    .where(and(eq(knowledgeFiles.id, id), eq(knowledgeFiles.isHeld, true)))
    .returning({ id: knowledgeFiles.id });
  return rows.length > 0;
}

/** Of a version that was read: its file and how that is cut, where it need not wait for its settings any more. */
export async function findReleased(tx: Transaction, { versionId, baseId }: { versionId: string; baseId: string }) {
  const [row] = await tx
    .select({
      isHeld: knowledgeFiles.isHeld,
      name: files.name,
      size: fileVersions.size,
      segmentation: sql<unknown>`coalesce(${knowledgeFiles.segmentation}, ${knowledgeBases.segmentation})`,
      embeddingModelId: knowledgeBases.embeddingModelId,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(and(eq(knowledgeFiles.baseId, baseId), eq(fileVersions.id, versionId)))
    // Whoever releases it in this moment comes before or after.
    .for("update", { of: knowledgeFiles });
  return row && !row.isHeld ? row : null;
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

/** Takes a file of a base back from the trash. */
export async function restoreKnowledgeFile(tx: Transaction, { id, fileId }: { id: string; fileId: string }) {
  await updateKnowledgeFile(tx, id, { deletedAt: null });
  await tx.update(files).set({ deletedAt: null }).where(eq(files.id, fileId));
}

/** Files whose days end before then, of which their owners were not told yet. */
export function listEndingFiles(db: Queryable, before: Date, limit: number) {
  return db
    .select({
      id: knowledgeFiles.id,
      ownerId: sql<string>`${knowledgeFiles.ownerId}`,
      baseId: knowledgeBases.id,
      baseName: knowledgeBases.name,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(
      and(
        isNull(knowledgeFiles.deletedAt),
        isNull(files.deletedAt),
        isNull(knowledgeBases.deletedAt),
        isNotNull(knowledgeFiles.ownerId),
        lte(knowledgeFiles.validUntil, before),
        sql`${knowledgeFiles.remindedOf} is distinct from ${knowledgeFiles.validUntil}`,
      ),
    )
    .orderBy(asc(knowledgeFiles.validUntil), asc(knowledgeFiles.id))
    .limit(limit);
}

/**
 * Files that failed since then and that nobody was told of (a notice of this kind names its base), with who answers for each:
 * its owner, else the base's. What a person stopped themselves is none.
 */
export function listFailedFiles(db: Queryable, { kind, since, limit }: { kind: string; since: Date; limit: number }) {
  const owner = sql<string>`coalesce(${knowledgeFiles.ownerId}, ${knowledgeBases.ownerId})`;
  return db
    .select({
      id: knowledgeFiles.id,
      name: files.name,
      ownerId: owner,
      baseId: knowledgeBases.id,
      baseName: knowledgeBases.name,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .where(
      and(
        isIn(knowledgeFiles.status, "failed"),
        gte(knowledgeFiles.finishedAt, since),
        sql`${knowledgeFiles.failure} is distinct from 'documentCancelled'`,
        isNull(knowledgeFiles.deletedAt),
        isNull(knowledgeBases.deletedAt),
        correlated(sql`not exists (select 1 from notifications n where n.user_id = ${owner} and n.kind = ${kind}
          and n.args->>'baseId' = ${knowledgeBases.id}::text and n.created_at >= ${knowledgeFiles.finishedAt})`),
      ),
    )
    .orderBy(asc(knowledgeFiles.finishedAt), asc(knowledgeFiles.id))
    .limit(limit);
}

/** Their owners know of the end of their days. */
export async function markReminded(tx: Transaction, ids: readonly string[]) {
  await tx
    .update(knowledgeFiles)
    .set({ remindedOf: sql`${knowledgeFiles.validUntil}` })
    .where(inArray(knowledgeFiles.id, [...ids]));
}

/** Grants of files that are gone for good. */
export async function removeLeftFileGrants(db: Queryable) {
  await db
    .delete(grants)
    .where(
      and(
        eq(grants.resourceType, KNOWLEDGE_FILE_RESOURCE),
        correlated(sql`not exists (select 1 from knowledge_files k where k.id = ${grants.resourceId})`),
      ),
    );
}

/** The caller found the file by its base. */
export async function renameKnowledgeFile(tx: Transaction, fileId: string, name: string): Promise<void> {
  await tx.update(files).set({ name }).where(eq(files.id, fileId));
}

/** Live files a person answers for: how many, and the names of the first. */
export async function listOwnedFiles(db: Queryable, ownerId: string, limit: number) {
  const rows = await db
    .select({ name: files.name, count: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(and(eq(knowledgeFiles.ownerId, ownerId), isNull(knowledgeFiles.deletedAt)))
    .orderBy(asc(files.name), asc(knowledgeFiles.id))
    .limit(limit);
  return { count: rows[0]?.count ?? 0, names: rows.map(({ name }) => name) };
}

/** Another person answers for all files one answered for. */
export async function transferFiles(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.update(knowledgeFiles).set({ ownerId: to }).where(eq(knowledgeFiles.ownerId, from));
}

export async function leaveFiles(tx: Transaction, from: string): Promise<void> {
  await tx.update(knowledgeFiles).set({ ownerId: null }).where(eq(knowledgeFiles.ownerId, from));
}

/** A file becomes another base's with all its slices; what answers goes on answering, in the other base. */
export async function moveToBase(
  tx: Transaction,
  { id, fileId, baseId }: { id: string; fileId: string; baseId: string },
  to: { baseId: string; folder: string },
): Promise<void> {
  await updateKnowledgeFile(tx, id, to);
  const versions = tx.select({ id: fileVersions.id }).from(fileVersions).where(eq(fileVersions.fileId, fileId));
  await tx
    .update(sliceSets)
    .set({ owner: to.baseId })
    .where(and(eq(sliceSets.owner, baseId), inArray(sliceSets.versionId, versions)));
}

/** Sets of versions that were replaced so long ago that no search under way can still name them. */
export async function removeReplacedSets(db: Queryable, before: Date): Promise<void> {
  await db.execute(sql`delete from slice_sets s using file_versions v, files f, knowledge_files k
    where v.id = s.version_id and f.id = v.file_id and k.file_id = f.id and s.owner = k.base_id::text
      and s.version_id <> k.ready_version_id and s.version_id <> f.current_version_id
      and k.status = 'ready' and k.finished_at < ${before}`);
}
