import { and, asc, count, eq, gt, isNull, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Queryable, Transaction } from "../../client";
import { correlated } from "../../correlated";
import { files, fileVersions } from "../../schema/files";
import { handSlices, knowledgeBases, knowledgeFiles } from "../../schema/knowledge";
import { parsedVersions } from "../../schema/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { visibleFile } from "./files";

/** Rows of one statement. */
const ROWS = 200;

type BaseInsert = typeof knowledgeBases.$inferInsert;

/** A base with everything that is set of another, but for what is said. The caller found that one in the person's scope. */
export async function insertCopiedBase(
  tx: Transaction,
  from: string,
  changed: Required<Pick<BaseInsert, "id" | "ownerId" | "name" | "visibility" | "embeddingModelId">>,
): Promise<void> {
  const [base] = await tx.select().from(knowledgeBases).where(eq(knowledgeBases.id, from));
  const { createdAt: _created, updatedAt: _updated, nextEmbeddingModelId: _next, ...settings } = base!;
  await tx.insert(knowledgeBases).values({ ...settings, ...changed });
}

/** What whoever copies may see: a file may narrow its base. */
const live = (subjects: GrantedSubjects, baseId: string) =>
  and(
    eq(knowledgeFiles.baseId, baseId),
    isNull(knowledgeFiles.deletedAt),
    isNull(files.deletedAt),
    visibleFile(subjects),
  );

export async function countFilesToCopy(db: Queryable, subjects: GrantedSubjects, baseId: string): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .where(live(subjects, baseId));
  return row?.count ?? 0;
}

/** Live files of a base, whoever may see them, with the bytes of those this person may see. */
export async function measureFilesToCopy(db: Queryable, subjects: GrantedSubjects, baseId: string) {
  const isSeen = correlated(sql<boolean>`${visibleFile(subjects)}`);
  const [row] = await db
    .select({
      all: count(),
      seen: sql<number>`count(*) filter (where ${isSeen})`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${fileVersions.size}) filter (where ${isSeen}), 0)`.mapWith(Number),
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(eq(knowledgeFiles.baseId, baseId), isNull(knowledgeFiles.deletedAt), isNull(files.deletedAt)));
  return row ?? { all: 0, seen: 0, bytes: 0 };
}

const withBytes = (db: Queryable) =>
  db
    .select({
      id: knowledgeFiles.id,
      row: knowledgeFiles,
      name: files.name,
      size: fileVersions.size,
      versionId: fileVersions.id,
      sha256: fileVersions.sha256,
      storageKey: fileVersions.storageKey,
      format: parsedVersions.format,
      encoding: parsedVersions.encoding,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id));

/** Files of a base in the order of their ids, with where the bytes of the version in use lie. */
export function listFilesToCopy(
  db: Queryable,
  subjects: GrantedSubjects,
  baseId: string,
  page: { after: string | null; limit: number },
) {
  return withBytes(db)
    .where(and(live(subjects, baseId), page.after ? gt(knowledgeFiles.id, page.after) : undefined))
    .orderBy(asc(knowledgeFiles.id))
    .limit(page.limit);
}

/** The same of one file; the caller found it in the person's scope. */
export async function findFileToCopy(db: Queryable, id: string): Promise<FileToCopy | null> {
  const [row] = await withBytes(db).where(eq(knowledgeFiles.id, id));
  return row ?? null;
}
export type FileToCopy = Awaited<ReturnType<typeof listFilesToCopy>>[number];

/**
 * Slices people made or changed in one file, once more for another that says the same: they are put back there by their
 * words (spec F3). Their history stays with the file it happened in.
 */
export async function copyHandSlices(
  tx: Transaction,
  from: string,
  to: { fileId: string; versionId: string },
): Promise<void> {
  const rows = await tx
    .select()
    .from(handSlices)
    .where(eq(handSlices.knowledgeFileId, from))
    .orderBy(asc(handSlices.id));
  const copies = rows.map(({ createdAt: _created, updatedAt: _updated, ...row }) => ({
    ...{ ...row, id: v7(), knowledgeFileId: to.fileId, versionId: to.versionId },
  }));
  await insertHandSlices(tx, copies);
}

/** Slices people made, brought along with a file that is new here. */
export async function insertHandSlices(tx: Transaction, rows: readonly (typeof handSlices.$inferInsert)[]) {
  for (let at = 0; at < rows.length; at += ROWS) await tx.insert(handSlices).values(rows.slice(at, at + ROWS));
}

/** A file with everything that is set of another; what was made of it is made anew. */
export async function insertCopiedFile(
  tx: Transaction,
  from: FileToCopy["row"],
  changed: { id: string; baseId: string; fileId: string; folder: string; segmentation: unknown },
): Promise<void> {
  const { status: _s, failure: _f, readyVersionId: _r, sliceCount: _c, tokens: _t, finishedAt: _e, ...kept } = from;
  const { createdAt: _created, updatedAt: _updated, isHeld: _held, ...settings } = kept;
  await tx.insert(knowledgeFiles).values({ ...settings, ...changed });
}
