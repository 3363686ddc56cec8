import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { sliceSets } from "../../schema/retrieval";
import { searchReads, webPages } from "../../schema/search";

// Pages belong to nobody: who may read their words is judged by `db/queries/reader/readable`.

export type WebPageRow = typeof webPages.$inferSelect;
type NewPage = Pick<typeof webPages.$inferInsert, "address" | "host" | "pattern" | "foundBy" | "depth">;

export async function findWebPage(db: Queryable, address: string): Promise<WebPageRow | null> {
  const [row] = await db.select().from(webPages).where(eq(webPages.address, address));
  return row ?? null;
}

export async function findWebPageById(db: Queryable, id: string): Promise<WebPageRow | null> {
  const [row] = await db.select().from(webPages).where(eq(webPages.id, id));
  return row ?? null;
}

/** The row of an address, made where there is none. */
export async function ensureWebPage(db: Queryable, page: NewPage): Promise<WebPageRow> {
  await db.insert(webPages).values(page).onConflictDoNothing();
  const row = await findWebPage(db, page.address);
  if (!row) throw new Error("no row");
  return row;
}

export async function updateWebPage(
  db: Queryable,
  id: string,
  patch: Partial<typeof webPages.$inferInsert>,
): Promise<void> {
  await db.update(webPages).set(patch).where(eq(webPages.id, id));
}

/** Until the transaction ends nobody else keeps a snapshot of the page. */
export async function lockWebPage(tx: Transaction, id: string): Promise<WebPageRow | null> {
  const [row] = await tx.select().from(webPages).where(eq(webPages.id, id)).for("update");
  return row ?? null;
}

/** Another page of the host that says the very same. */
export async function findSameText(
  db: Queryable,
  page: { id: string; host: string; textHash: string },
): Promise<WebPageRow | null> {
  const [row] = await db
    .select()
    .from(webPages)
    .where(
      and(
        eq(webPages.host, page.host),
        eq(webPages.textHash, page.textHash),
        eq(webPages.status, "found"),
        isNotNull(webPages.versionId),
        ne(webPages.id, page.id),
      ),
    )
    .orderBy(webPages.createdAt)
    .limit(1);
  return row ?? null;
}

/** The set that answered for a page until now: searches that have named it may still read it for a while. */
export async function retireSet(tx: Queryable, setId: string): Promise<void> {
  await tx.update(sliceSets).set({ isReady: false, replacedAt: sql`now()` }).where(eq(sliceSets.id, setId));
}

/** From now on the person may go on reading the words of the page. */
export async function insertSearchRead(db: Queryable, userId: string, pageId: string): Promise<void> {
  await db
    .insert(searchReads)
    .values({ userId, pageId })
    .onConflictDoUpdate({ target: [searchReads.userId, searchReads.pageId], set: { readAt: sql`now()` } });
}

export const snapshotColumns = columnsOf(webPages, "id", "address", "host", "title", "fetchedAt", "versionId", "setId");
