import { and, asc, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { collectedItems, collectionFolders } from "../../schema/collected";

export interface CollectedFilter {
  keyword?: string;
  kind?: string;
  /** `none`: in no folder. */
  folderId?: string;
}

/** Beginning of the text, for the list. */
const EXCERPT = 240;

const listColumns = {
  ...columnsOf(collectedItems, "id", "kind", "refId", "sessionId", "folderId", "title", "note", "createdAt"),
  excerpt: sql<string>`left(${collectedItems.text}, ${EXCERPT})`,
};

function matching(userId: string, { keyword, kind, folderId }: CollectedFilter): SQL | undefined {
  const pattern = keyword && likePattern(keyword);
  return and(
    eq(collectedItems.userId, userId),
    kind ? eq(collectedItems.kind, kind) : undefined,
    folderId === "none"
      ? isNull(collectedItems.folderId)
      : folderId
        ? eq(collectedItems.folderId, folderId)
        : undefined,
    pattern
      ? or(
          ilike(collectedItems.title, pattern),
          ilike(collectedItems.text, pattern),
          ilike(collectedItems.note, pattern),
        )
      : undefined,
  );
}

/** A page of what a person collected, the newest first. */
export function listCollected(db: Queryable, userId: string, filter: CollectedFilter, page: Page) {
  const list = db.select(listColumns).from(collectedItems).where(matching(userId, filter)).$dynamic();
  return pageOf(db, list, page, desc(collectedItems.createdAt), desc(collectedItems.id));
}

/** One with its copy; null when it is not there or not theirs. */
export async function findCollected(db: Queryable, userId: string, id: string) {
  const own = and(eq(collectedItems.id, id), eq(collectedItems.userId, userId));
  const [row] = await db.select(listColumns).from(collectedItems).where(own);
  const [copy] = await db
    .select({ text: collectedItems.text, parts: collectedItems.parts })
    .from(collectedItems)
    .where(own);
  return row && copy ? { ...row, ...copy } : null;
}

/** Which of these a person has collected. */
export function listCollectedState(db: Queryable, userId: string, kind: string, refIds: readonly string[]) {
  return db
    .select({
      id: collectedItems.id,
      refId: collectedItems.refId,
      hasNote: sql<boolean>`${collectedItems.note} <> ''`,
    })
    .from(collectedItems)
    .where(
      and(eq(collectedItems.userId, userId), eq(collectedItems.kind, kind), inArray(collectedItems.refId, [...refIds])),
    );
}

/** Call it under `lockUser`. */
export function countCollected(db: Queryable, userId: string): Promise<number> {
  return db.$count(collectedItems, eq(collectedItems.userId, userId));
}

/** Null when it was collected meanwhile. */
export async function insertCollected(db: Queryable, row: typeof collectedItems.$inferInsert) {
  const inserted = db.insert(collectedItems).values(row).onConflictDoNothing();
  return (await inserted.returning({ id: collectedItems.id }))[0] ?? null;
}

/** Changes folder and note of one own item; false when it is not there or not theirs. */
export async function updateCollected(
  db: Queryable,
  userId: string,
  id: string,
  patch: { folderId?: string | null; note?: string },
): Promise<boolean> {
  const { rowCount } = await db
    .update(collectedItems)
    .set({ ...patch, updatedAt: new Date() })
    .where(and(eq(collectedItems.id, id), eq(collectedItems.userId, userId)));
  return rowCount !== 0;
}

export async function removeCollected(db: Queryable, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(collectedItems)
    .where(and(eq(collectedItems.id, id), eq(collectedItems.userId, userId)));
  return rowCount !== 0;
}

/** A person's folders by name, with how many items lie in each. */
export function listCollectionFolders(db: Queryable, userId: string) {
  return db
    .select({
      id: collectionFolders.id,
      name: collectionFolders.name,
      items: sql<number>`count(${collectedItems.id})`.mapWith(Number),
    })
    .from(collectionFolders)
    .leftJoin(collectedItems, eq(collectedItems.folderId, collectionFolders.id))
    .where(eq(collectionFolders.userId, userId))
    .groupBy(collectionFolders.id)
    .orderBy(asc(sql`lower(${collectionFolders.name})`), asc(collectionFolders.id));
}
