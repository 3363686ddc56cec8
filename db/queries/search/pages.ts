import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { anyOf } from "../../one-of";
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

/** The pages of some ids, locked until the transaction ends: nobody else keeps a snapshot of them. */
export async function lockWebPages(tx: Transaction, ids: readonly string[]): Promise<Map<string, WebPageRow>> {
  const rows = await tx.select().from(webPages).where(anyOf(webPages.id, ids)).orderBy(webPages.id).for("update");
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a page says, as copies of it on its host are found by. */
export interface PageText {
  id: string;
  host: string;
  textHash: string;
}

/** Until the transaction ends nobody else lets a page of these hosts that says one of these texts answer. */
export async function lockTexts(tx: Transaction, pages: readonly PageText[]): Promise<void> {
  const keys = [...new Set(pages.map(({ host, textHash }) => `${host} ${textHash}`))].sort();
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 4)) from unnest(${sql.param(keys)}::text[]) as key`);
}

/** Ids of other pages of the same hosts that say the very same, in the order they are asked for; null where there is none. */
export async function listSameTexts(db: Queryable, pages: readonly PageText[]): Promise<(string | null)[]> {
  const { rows } = await db.execute<{ copy: string | null }>(sql`
    select (select p.id from web_pages p where p.host = t.host and p.text_hash = t."textHash" and p.status = 'found'
        and p.version_id is not null and p.id <> t.id order by p.created_at limit 1) as copy
    from rows from (json_to_recordset(${JSON.stringify(pages)}::json) as (id uuid, host text, "textHash" text))
      with ordinality as t (id, host, "textHash", n) order by t.n`);
  return rows.map(({ copy }) => copy);
}

/** What a page says from now on. */
export interface Answering {
  pageId: string;
  fileId: string;
  versionId: string;
  setId: string;
  etag: string | null;
  modified: string | null;
  bytesHash: string;
  textHash: string;
  size: number;
  language: string | null;
  title: string;
}

/** Pages are found by their new snapshots. */
export async function letPagesAnswer(tx: Transaction, pages: readonly Answering[]): Promise<void> {
  await tx.execute(sql`
    update web_pages set file_id = t."fileId", version_id = t."versionId", set_id = t."setId", etag = t.etag,
      modified = t.modified, bytes_hash = t."bytesHash", text_hash = t."textHash", size = t.size, language = t.language,
      title = t.title, status = 'found', failure = null, failures = 0, fetched_at = now(), checked_at = now()
    from json_to_recordset(${JSON.stringify(pages)}::json) as t ("pageId" uuid, "fileId" uuid, "versionId" uuid, "setId" uuid,
      etag text, modified text, "bytesHash" text, "textHash" text, size int, language text, title text)
    where web_pages.id = t."pageId"`);
}

/** Sets that answered for pages until now: searches that have named them may still read them for a while. */
export async function retireSets(tx: Queryable, setIds: readonly string[]): Promise<void> {
  if (setIds.length === 0) return;
  await tx.update(sliceSets).set({ isReady: false, replacedAt: sql`now()` }).where(anyOf(sliceSets.id, setIds));
}

/** From now on the person may go on reading the words of the page. */
export async function insertSearchRead(db: Queryable, userId: string, pageId: string): Promise<void> {
  await db
    .insert(searchReads)
    .values({ userId, pageId })
    .onConflictDoUpdate({ target: [searchReads.userId, searchReads.pageId], set: { readAt: sql`now()` } });
}
