import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { type Page, pageOf } from "../../page";
import { documentFolders, documents } from "../../schema/documents";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { matchesFile, type ReadFileFilter, withFile } from "../parsing/parsing";

/** Of one person, not in the trash. A file that was deleted by another door takes its document along. */
export const liveDocument = (userId: string): SQL | undefined =>
  and(eq(documents.userId, userId), isNull(documents.deletedAt), isNull(files.deletedAt));
const trashed = (userId: string): SQL | undefined =>
  and(eq(documents.userId, userId), or(isNotNull(documents.deletedAt), isNotNull(files.deletedAt)));

/** What a document's row shows; of `parsed_versions` everything but the index. */
const documentColumns = {
  ...columnsOf(documents, "id", "fileId", "folderId", "lastReadAt", "createdAt"),
  deletedAt: sql<Date | null>`coalesce(${documents.deletedAt}, ${files.deletedAt})`.mapWith(documents.deletedAt),
  name: files.name,
  versionId: fileVersions.id,
  version: fileVersions.number,
  size: fileVersions.size,
  format: parsedVersions.format,
};

export function selectDocuments(db: Queryable) {
  return withFile(db.select(documentColumns).from(documents).$dynamic(), documents.fileId);
}
export type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

export interface DocumentFilter extends ReadFileFilter {
  /** `none`: in no folder. */
  folderId?: string;
  trash?: boolean;
}

const ORDER = {
  lastRead: documents.lastReadAt,
  name: files.name,
  created: documents.createdAt,
  size: fileVersions.size,
} as const;

export function listDocuments(
  db: Queryable,
  userId: string,
  { folderId, trash, ...filter }: DocumentFilter,
  { sort, ascending, ...page }: Page & { sort: keyof typeof ORDER; ascending: boolean },
): Promise<{ rows: DocumentRow[]; total: number }> {
  const direction = ascending ? asc : desc;
  const rows = selectDocuments(db).where(
    and(
      trash ? trashed(userId) : liveDocument(userId),
      matchesFile(filter, parsedVersions.status),
      folderId === "none" ? isNull(documents.folderId) : folderId ? eq(documents.folderId, folderId) : undefined,
    ),
  );
  return pageOf(db, rows, page, direction(ORDER[sort]), direction(documents.id));
}

/** One own document, or null. */
export async function findDocument(db: Queryable, userId: string, id: string, at: "live" | "trash" = "live") {
  const scope = at === "live" ? liveDocument(userId) : trashed(userId);
  const [row] = await selectDocuments(db).where(and(eq(documents.id, id), scope));
  return row ?? null;
}

/** The own live document made of this file, or null. */
export async function findDocumentOfFile(db: Queryable, userId: string, fileId: string) {
  const [row] = await selectDocuments(db).where(and(eq(documents.fileId, fileId), liveDocument(userId)));
  return row ?? null;
}

/** Own live documents of these ids, in no order. */
export function findDocuments(db: Queryable, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return selectDocuments(db).where(and(inArray(documents.id, [...ids]), liveDocument(userId)));
}

/** The own live document whose current version has these bytes, but for one. */
export async function findDuplicate(db: Queryable, userId: string, sha256: string, except?: string) {
  const other = except ? ne(documents.id, except) : undefined;
  const [row] = await selectDocuments(db)
    .where(and(eq(fileVersions.sha256, sha256), liveDocument(userId), other))
    .limit(1);
  return row ?? null;
}

export async function insertDocument(db: Queryable, row: typeof documents.$inferInsert): Promise<void> {
  await db.insert(documents).values(row);
}

export async function updateDocument(
  db: Queryable,
  userId: string,
  id: string,
  patch: Partial<Pick<typeof documents.$inferInsert, "folderId" | "lastReadAt" | "deletedAt">>,
): Promise<void> {
  await db
    .update(documents)
    .set(patch)
    .where(and(eq(documents.id, id), eq(documents.userId, userId)));
}

/** Name and trash mark of a document's file; the caller found the document in the owner's scope. */
export async function updateDocumentFile(
  db: Queryable,
  ownerId: string,
  fileId: string,
  patch: Partial<Pick<typeof files.$inferInsert, "name" | "deletedAt">>,
): Promise<void> {
  await db
    .update(files)
    .set(patch)
    .where(and(eq(files.id, fileId), eq(files.ownerId, ownerId)));
}

/** Versions of a document's file, newest first. */
export function listDocumentVersions(db: Queryable, userId: string, id: string) {
  return db
    .select({
      versionId: fileVersions.id,
      ...columnsOf(fileVersions, "number", "size", "createdAt"),
      isCurrent: sql<boolean>`${fileVersions.id} = ${files.currentVersionId}`,
    })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(and(eq(documents.id, id), liveDocument(userId)))
    .orderBy(desc(fileVersions.number));
}

/** A version of an own live document, also an older one; null when it is not theirs. */
export async function findOwnVersion(db: Queryable, userId: string, versionId: string) {
  const [row] = await db
    .select({ documentId: documents.id, fileId: files.id, name: files.name })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .innerJoin(fileVersions, eq(fileVersions.fileId, files.id))
    .where(and(eq(fileVersions.id, versionId), liveDocument(userId)));
  return row ?? null;
}

const LIMITS_LOCK = 7_205_759_443;

/** Makes counting and inserting one step (SECURITY rule 23). Ends with the transaction. */
export async function lockDocumentLimits(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LIMITS_LOCK})`);
}

export function listFolders(db: Queryable, userId: string) {
  const live = and(isNull(documents.deletedAt), isNull(files.deletedAt));
  return db
    .select({
      ...columnsOf(documentFolders, "id", "name", "createdAt"),
      documents: sql<number>`count(${documents.id}) filter (where ${live})`.mapWith(Number),
    })
    .from(documentFolders)
    .leftJoin(documents, eq(documents.folderId, documentFolders.id))
    .leftJoin(files, eq(files.id, documents.fileId))
    .where(eq(documentFolders.userId, userId))
    .groupBy(documentFolders.id)
    .orderBy(asc(sql`lower(${documentFolders.name})`), asc(documentFolders.id));
}

export async function countDocuments(db: Queryable, userId: string) {
  const live = and(isNull(documents.deletedAt), isNull(files.deletedAt));
  const [row] = await db
    .select({
      all: sql<number>`count(*) filter (where ${live})`.mapWith(Number),
      unfiled: sql<number>`count(*) filter (where ${live} and ${documents.folderId} is null)`.mapWith(Number),
      trash: sql<number>`count(*) filter (where not (${live}))`.mapWith(Number),
    })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .where(eq(documents.userId, userId));
  return row ?? { all: 0, unfiled: 0, trash: 0 };
}
