import { and, asc, desc, eq, gt, inArray, lt, ne, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { searchCalls, searchProviders } from "../../schema/web";

export type SearchProviderRow = typeof searchProviders.$inferSelect;
export type SearchCall = typeof searchCalls.$inferInsert;

/** The organisation's providers in the order they are asked. */
export function listSearchProviderRows(db: Queryable): Promise<SearchProviderRow[]> {
  return db.select().from(searchProviders).orderBy(asc(searchProviders.sort), asc(searchProviders.id)).limit(100);
}

export async function findSearchProviderRow(db: Queryable, id: string): Promise<SearchProviderRow | null> {
  const [row] = await db.select().from(searchProviders).where(eq(searchProviders.id, id));
  return row ?? null;
}

export async function insertSearchProvider(db: Queryable, row: typeof searchProviders.$inferInsert): Promise<string> {
  const [made] = await db.insert(searchProviders).values(row).returning({ id: searchProviders.id });
  return made!.id;
}

export async function updateSearchProvider(
  db: Queryable,
  id: string,
  patch: Partial<typeof searchProviders.$inferInsert>,
): Promise<void> {
  await db.update(searchProviders).set(patch).where(eq(searchProviders.id, id));
}

/** Writes a provider of this name, its key left as it is. */
export async function writeSearchProvider(db: Queryable, row: typeof searchProviders.$inferInsert): Promise<void> {
  await db.insert(searchProviders).values(row).onConflictDoUpdate({ target: searchProviders.name, set: row });
}

/** False when it is not there. */
export async function removeSearchProvider(db: Queryable, id: string): Promise<boolean> {
  const gone = await db.delete(searchProviders).where(eq(searchProviders.id, id)).returning({ id: searchProviders.id });
  return gone.length > 0;
}

/** Puts providers into an order; whoever calls holds the lock of the list. */
export async function sortSearchProviders(db: Queryable, ids: readonly string[]): Promise<void> {
  await db.execute(
    sql`update ${searchProviders} set sort = place.no
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, no) where search_providers.id = place.id`,
  );
}

/** One change of the list at a time: its order and its limit are of the whole. */
export async function lockSearchProviders(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('search_providers'))`);
}

/** What a call came to, on the row of its provider. Of one that goes elsewhere by now it says nothing. */
export async function noteSearchProvider(
  db: Queryable,
  { id, baseUrl, keyCipher }: Pick<SearchProviderRow, "id" | "baseUrl" | "keyCipher">,
  note: Pick<SearchProviderRow, "status" | "checkError" | "cooldownUntil"> & { checkedAt: Date },
): Promise<void> {
  const isSame = sql`${searchProviders.baseUrl} = ${baseUrl} and ${searchProviders.keyCipher} is not distinct from ${keyCipher}`;
  await db
    .update(searchProviders)
    .set(note)
    .where(and(eq(searchProviders.id, id), isSame));
}

export async function insertSearchCalls(db: Queryable, rows: readonly SearchCall[]): Promise<void> {
  if (rows.length > 0) await db.insert(searchCalls).values([...rows]);
}

/** The last failures of each provider since a moment, newest first. */
export function listSearchFailures(db: Queryable, since: Date, most: number) {
  const ranked = db
    .select({
      ...columnsOf(searchCalls, "providerId", "outcome", "createdAt"),
      rank: sql<number>`row_number() over (partition by ${searchCalls.providerId} order by ${searchCalls.createdAt} desc)`.as(
        "rank",
      ),
    })
    .from(searchCalls)
    .where(and(ne(searchCalls.outcome, "done"), gt(searchCalls.createdAt, since)))
    .as("ranked");
  return db
    .select({ providerId: ranked.providerId, outcome: ranked.outcome, createdAt: ranked.createdAt })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${most}`)
    .orderBy(desc(ranked.createdAt))
    .limit(2000);
}

/** Calls older than a moment, a batch at a time; answers how many went. */
export async function removeOldSearchCalls(db: Queryable, before: Date, most: number): Promise<number> {
  const old = db.select({ id: searchCalls.id }).from(searchCalls).where(lt(searchCalls.createdAt, before)).limit(most);
  const gone = await db.delete(searchCalls).where(inArray(searchCalls.id, old)).returning({ id: searchCalls.id });
  return gone.length;
}
