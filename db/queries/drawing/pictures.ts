import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { drawingFolders, drawingPictures, drawings } from "../../schema/drawing";
import { files } from "../../schema/files";

export interface PictureFilter {
  keyword?: string;
  /** `none`: in no folder. */
  folderId?: string;
  trash?: boolean;
}

const pictureColumns = {
  ...columnsOf(drawingPictures, "id", "drawingId", "position", "title", "fileId", "thumbnailId", "width", "height"),
  ...columnsOf(drawingPictures, "folderId", "createdAt", "deletedAt"),
  rootId: drawings.rootId,
  prompt: drawings.prompt,
};

function selectPictures(db: Queryable) {
  return db
    .select(pictureColumns)
    .from(drawingPictures)
    .innerJoin(drawings, eq(drawings.id, drawingPictures.drawingId))
    .$dynamic();
}
export type PictureRow = Awaited<ReturnType<typeof selectPictures>>[number];

/** Of one person; live, or in the trash. */
const scoped = (userId: string, trash = false): SQL | undefined =>
  and(
    eq(drawingPictures.userId, userId),
    trash ? isNotNull(drawingPictures.deletedAt) : isNull(drawingPictures.deletedAt),
  );

/** A page of the gallery, the newest first. */
export function listPictures(db: Queryable, userId: string, filter: PictureFilter, page: Page) {
  const { keyword, folderId, trash } = filter;
  const pattern = keyword ? likePattern(keyword) : undefined;
  const rows = selectPictures(db).where(
    and(
      scoped(userId, trash),
      folderId === "none"
        ? isNull(drawingPictures.folderId)
        : folderId
          ? eq(drawingPictures.folderId, folderId)
          : undefined,
      pattern ? or(ilike(drawings.prompt, pattern), ilike(drawingPictures.title, pattern)) : undefined,
    ),
  );
  return pageOf(db, rows, page, desc(drawingPictures.createdAt), desc(drawingPictures.id));
}

export async function findPicture(
  db: Queryable,
  userId: string,
  id: string,
  trash = false,
): Promise<PictureRow | null> {
  const [row] = await selectPictures(db).where(and(eq(drawingPictures.id, id), scoped(userId, trash)));
  return row ?? null;
}

/** Own pictures of these ids, live or not, locked until the end. */
export function lockPictures(tx: Transaction, userId: string, ids: readonly string[], trash: boolean) {
  return tx
    .select(columnsOf(drawingPictures, "id", "fileId", "thumbnailId", "title"))
    .from(drawingPictures)
    .where(and(inArray(drawingPictures.id, [...ids]), scoped(userId, trash)))
    .orderBy(asc(drawingPictures.id))
    .for("update");
}

/** Pictures of these requests in their order; those in the trash are among them. */
export function listPicturesOf(db: Queryable, userId: string, drawingIds: readonly string[]): Promise<PictureRow[]> {
  return selectPictures(db)
    .where(and(eq(drawingPictures.userId, userId), inArray(drawingPictures.drawingId, [...drawingIds])))
    .orderBy(asc(drawingPictures.drawingId), asc(drawingPictures.position));
}

export async function insertPictures(db: Queryable, rows: (typeof drawingPictures.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await db.insert(drawingPictures).values(rows);
}

export async function updatePictures(
  db: Queryable,
  userId: string,
  ids: readonly string[],
  patch: Partial<Pick<typeof drawingPictures.$inferInsert, "title" | "folderId" | "deletedAt">>,
): Promise<void> {
  await db
    .update(drawingPictures)
    .set(patch)
    .where(and(inArray(drawingPictures.id, [...ids]), eq(drawingPictures.userId, userId)));
}

export async function removePictures(db: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  await db
    .delete(drawingPictures)
    .where(and(inArray(drawingPictures.id, [...ids]), eq(drawingPictures.userId, userId)));
}

/** Trash mark of files that belong to pictures; the caller found those in the owner's scope. */
export async function markFiles(
  db: Queryable,
  ownerId: string,
  ids: readonly string[],
  deletedAt: Date | null,
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(files)
    .set({ deletedAt })
    .where(and(inArray(files.id, [...ids]), eq(files.ownerId, ownerId)));
}

/** Own folders by name, with the live pictures in each. */
export function listDrawingFolders(db: Queryable, userId: string) {
  return db
    .select({ ...columnsOf(drawingFolders, "id", "name", "createdAt"), pictures: count(drawingPictures.id) })
    .from(drawingFolders)
    .leftJoin(drawingPictures, and(eq(drawingPictures.folderId, drawingFolders.id), isNull(drawingPictures.deletedAt)))
    .where(eq(drawingFolders.userId, userId))
    .groupBy(drawingFolders.id)
    .orderBy(asc(drawingFolders.name), asc(drawingFolders.id));
}

export async function countPictures(db: Queryable, userId: string): Promise<{ all: number; trash: number }> {
  return {
    all: await db.$count(drawingPictures, scoped(userId)),
    trash: await db.$count(drawingPictures, scoped(userId, true)),
  };
}

/** Of these pictures, those that are live and the person's. */
export async function listLivePictures(db: Queryable, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: drawingPictures.id })
    .from(drawingPictures)
    .where(and(inArray(drawingPictures.id, [...ids]), scoped(userId)));
}
