import { and, asc, count, eq, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { drawingPictures, drawings } from "../../schema/drawing";
import { files } from "../../schema/files";

export type DrawingRow = typeof drawings.$inferSelect;
const open = inArray(drawings.status, ["waiting", "running"]);
const own = (userId: string, id: string) => and(eq(drawings.id, id), eq(drawings.userId, userId));

export async function insertDrawing(db: Queryable, row: typeof drawings.$inferInsert): Promise<void> {
  await db.insert(drawings).values(row);
}

export async function findDrawing(db: Queryable, userId: string, id: string): Promise<DrawingRow | null> {
  const [row] = await db.select().from(drawings).where(own(userId, id));
  return row ?? null;
}

/** Locked until the end of the transaction. */
export async function lockDrawing(db: Queryable, userId: string, id: string): Promise<DrawingRow | null> {
  const [row] = await db.select().from(drawings).where(own(userId, id)).for("update");
  return row ?? null;
}

export async function findDrawingOfKey(db: Queryable, userId: string, key: string) {
  const [row] = await db
    .select({ id: drawings.id })
    .from(drawings)
    .where(and(eq(drawings.userId, userId), eq(drawings.idempotencyKey, key)));
  return row ?? null;
}

export function countOpenDrawings(db: Queryable, userId: string): Promise<number> {
  return db.$count(drawings, and(eq(drawings.userId, userId), open));
}

type DrawingPatch = Partial<
  Pick<
    typeof drawings.$inferInsert,
    | "status"
    | "failure"
    | "revisedPrompt"
    | "heldBack"
    | "review"
    | "costMicros"
    | "currency"
    | "durationMs"
    | "finishedAt"
  >
>;

export async function updateDrawing(db: Queryable, userId: string, id: string, patch: DrawingPatch): Promise<void> {
  await db.update(drawings).set(patch).where(own(userId, id));
}

/** Own requests that are under way or ended without a picture, newest last. */
export function listOpenDrawings(db: Queryable, userId: string) {
  return db
    .select(columnsOf(drawings, "id", "rootId", "prompt", "status", "failure", "createdAt"))
    .from(drawings)
    .where(and(eq(drawings.userId, userId), open))
    .orderBy(asc(drawings.createdAt), asc(drawings.id));
}

/** Requests of one chain of edits, the oldest first. */
export function listTree(db: Queryable, userId: string, rootId: string, limit: number): Promise<DrawingRow[]> {
  return db
    .select()
    .from(drawings)
    .where(and(eq(drawings.userId, userId), eq(drawings.rootId, rootId)))
    .orderBy(asc(drawings.createdAt), asc(drawings.id))
    .limit(limit);
}

/** False when it is not there, is open, or has pictures. */
export async function removeEmptyDrawing(db: Queryable, userId: string, id: string): Promise<boolean> {
  const picture = db.select({ one: sql`1` }).from(drawingPictures).where(eq(drawingPictures.drawingId, drawings.id));
  const rows = await db
    .delete(drawings)
    .where(and(own(userId, id), inArray(drawings.status, ["done", "failed", "cancelled"]), notExists(picture)))
    .returning({ id: drawings.id });
  return rows.length > 0;
}

/** Requests whose pictures are all gone, and those that never had any. */
export async function removeOldDrawings(db: Queryable, before: Date): Promise<void> {
  const picture = db.select({ one: sql`1` }).from(drawingPictures).where(eq(drawingPictures.drawingId, drawings.id));
  await db.delete(drawings).where(and(lt(drawings.finishedAt, before), notExists(picture)));
}

/** Uploaded masks and pictures to go by that no request names: the next purge removes them. */
export async function discardUnusedInputs(db: Queryable, before: Date): Promise<void> {
  const used = sql`exists (select 1 from ${drawings} where ${drawings.maskFileId} = ${files.id} or ${files.id} = any(${drawings.referenceIds}))`;
  await db
    .update(files)
    .set({ deletedAt: new Date(0) })
    .where(
      and(eq(files.purpose, "drawing-input"), isNull(files.deletedAt), lt(files.createdAt, before), sql`not ${used}`),
    );
}

/** How much a person has drawn, for the archive of their own data. */
export function listOwnDrawings(db: Queryable, userId: string) {
  return db
    .select({
      ...columnsOf(drawings, "id", "rootId", "parentId", "mode", "prompt", "negativePrompt", "modelName"),
      ...columnsOf(drawings, "size", "quality", "style", "count", "seed", "status", "createdAt"),
      pictures: count(drawingPictures.id),
    })
    .from(drawings)
    .leftJoin(drawingPictures, and(eq(drawingPictures.drawingId, drawings.id), isNull(drawingPictures.deletedAt)))
    .where(eq(drawings.userId, userId))
    .groupBy(drawings.id)
    .orderBy(asc(drawings.createdAt), asc(drawings.id));
}
