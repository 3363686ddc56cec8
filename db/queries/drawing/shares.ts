import { and, desc, eq, exists, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { drawingPictures, drawingShares, drawings } from "../../schema/drawing";
import { files } from "../../schema/files";
import { users } from "../../schema/organisation";

const columns = columnsOf(drawingShares, "id", "expiresAt", "createdAt");

/** Not taken back and not run out. */
const isOpen = () =>
  and(isNull(drawingShares.revokedAt), or(isNull(drawingShares.expiresAt), gt(drawingShares.expiresAt, new Date())));

const ofPicture = (userId: string, pictureId: string) =>
  and(eq(drawingShares.userId, userId), eq(drawingShares.pictureId, pictureId), isOpen());

export async function insertPictureShare(
  db: Queryable,
  share: { userId: string; pictureId: string; expiresAt: Date | null },
) {
  const [row] = await db.insert(drawingShares).values(share).returning(columns);
  return row!;
}

/** Links of an own picture that still lead somewhere, the newest first. */
export function listPictureShares(db: Queryable, userId: string, pictureId: string) {
  return db
    .select(columns)
    .from(drawingShares)
    .where(ofPicture(userId, pictureId))
    .orderBy(desc(drawingShares.createdAt), desc(drawingShares.id));
}

export function countPictureShares(db: Queryable, userId: string, pictureId: string): Promise<number> {
  return db.$count(drawingShares, ofPicture(userId, pictureId));
}

/** Takes an own link back; false when it is not there, not theirs or taken back before. */
export async function revokePictureShare(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(drawingShares)
    .set({ revokedAt: new Date() })
    .where(and(eq(drawingShares.id, id), eq(drawingShares.userId, userId), isNull(drawingShares.revokedAt)));
  return rowCount !== 0;
}

/** What a link leads to, for anybody of the organisation; null once it is taken back, or its picture is in the trash. */
export async function findSharedPicture(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columns,
      ...columnsOf(drawingPictures, "title", "fileId", "width", "height"),
      ...columnsOf(drawings, "prompt", "modelName", "mode", "referenceIds"),
      ownerId: drawingPictures.userId,
      ownerName: users.name,
      pictureId: drawingPictures.id,
      drawnAt: drawingPictures.createdAt,
    })
    .from(drawingShares)
    .innerJoin(drawingPictures, eq(drawingPictures.id, drawingShares.pictureId))
    .innerJoin(drawings, eq(drawings.id, drawingPictures.drawingId))
    .innerJoin(users, eq(users.id, drawingPictures.userId))
    .where(and(eq(drawingShares.id, id), isOpen(), isNull(drawingPictures.deletedAt)));
  return row ?? null;
}

/** Pictures of a person that colleagues have a link to, the newest first. */
export function listSharedPictures(db: Queryable, userId: string) {
  const link = db
    .select({ one: sql`1` })
    .from(drawingShares)
    .where(and(eq(drawingShares.pictureId, drawingPictures.id), isOpen()));
  return db
    .select({
      ...columnsOf(drawingPictures, "id", "title", "fileId", "thumbnailId", "drawingId"),
      prompt: drawings.prompt,
    })
    .from(drawingPictures)
    .innerJoin(drawings, eq(drawings.id, drawingPictures.drawingId))
    .where(and(eq(drawingPictures.userId, userId), isNull(drawingPictures.deletedAt), exists(link)))
    .orderBy(desc(drawingPictures.createdAt), desc(drawingPictures.id));
}

/**
 * Gives the pictures that are shared to another person, each with a record of its own: what else came of its request is
 * private. Its links go on.
 */
export async function handOnSharedPictures(tx: Transaction, from: string, to: string): Promise<void> {
  for (const { id, drawingId, fileId, thumbnailId } of await listSharedPictures(tx, from)) {
    const [made] = await tx.select().from(drawings).where(eq(drawings.id, drawingId));
    if (!made) continue;
    const record = v7();
    await tx.insert(drawings).values({
      ...made,
      ...{ id: record, userId: to, rootId: record, count: 1, parentId: null, maskFileId: null, referenceIds: [] },
      ...{ folderId: null, idempotencyKey: null },
    });
    await tx
      .update(drawingPictures)
      .set({ userId: to, drawingId: record, position: 0, folderId: null })
      .where(eq(drawingPictures.id, id));
    await tx
      .update(files)
      .set({ ownerId: to })
      .where(and(inArray(files.id, [fileId, thumbnailId]), eq(files.ownerId, from)));
    await tx.update(drawingShares).set({ userId: to }).where(eq(drawingShares.pictureId, id));
  }
}

/** From now on no link of a person leads anywhere. */
export async function revokePictureSharesOf(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(drawingShares)
    .set({ revokedAt: new Date() })
    .where(and(eq(drawingShares.userId, userId), isOpen()));
}
