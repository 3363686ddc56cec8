import { eq, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { anyOf } from "../../one-of";
import { searchSources, webHosts, webPages } from "../../schema/search";
import { hostIsIn } from "../reader/readable";
import type { WebPageRow } from "./pages";
import type { SearchSourceRow } from "./sources";

type NewPage = Pick<typeof webPages.$inferInsert, "id" | "address" | "host" | "pattern" | "foundBy" | "depth">;

/** Pages that are to be read; those that are known stay as they are. The addresses that are new. */
export async function insertFrontier(db: Queryable, rows: readonly NewPage[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const { rows: added } = await db.execute<{ address: string }>(sql`
    insert into web_pages (id, address, host, pattern, found_by, depth, next_at)
    select id, address, host, pattern, "foundBy", depth, now()
    from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, address text, host text, pattern text, "foundBy" text, depth int)
    on conflict (address) do nothing returning address`);
  return new Set(added.map(({ address }) => address));
}

export async function insertWebHosts(db: Queryable, hosts: readonly string[]): Promise<void> {
  if (hosts.length > 0)
    await db
      .insert(webHosts)
      .values(hosts.map((host) => ({ host })))
      .onConflictDoNothing();
}

/** Known hosts that lie in some domains. */
export async function listHostsIn(db: Queryable, domains: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ host: webHosts.host })
    .from(webHosts)
    .where(hostIsIn(webHosts.host, sql`${sql.param([...domains])}::text[]`))
    .limit(HOSTS_MAX);
  return rows.map(({ host }) => host);
}
const HOSTS_MAX = 5000;

export interface Claim {
  hosts: readonly string[];
  limit: number;
  pauseMs: number;
  /** Pages that were kept before, no new ones. */
  onlyKnown: boolean;
}

/** Longer than a page takes that is worth waiting for. */
const CLAIMED = sql`interval '3 minutes'`;

/**
 * The next pages that are due, one of each host whose turn has come. Who claims one has it for some minutes; a process that is
 * killed loses it by that. The hosts are left alone for their pause.
 */
export async function claimPages(db: Queryable, { hosts, limit, pauseMs, onlyKnown }: Claim): Promise<WebPageRow[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with free as (
      select host from web_hosts where host = any(${sql.param([...hosts])}::text[]) and next_at <= now()
      and exists (select 1 from web_pages p where p.host = web_hosts.host and p.next_at <= now()
        and (not ${onlyKnown}::boolean or p.version_id is not null))
      order by next_at limit ${limit}::int for update skip locked),
    due as (
      select p.id, p.host from free cross join lateral (
        select id, host from web_pages where host = free.host and next_at <= now()
          and (not ${onlyKnown}::boolean or version_id is not null)
        order by next_at limit 1) p),
    paused as (
      update web_hosts set next_at = now() + greatest(${pauseMs}::int, coalesce(crawl_delay_ms, 0)) * interval '1 millisecond'
      where host in (select host from due))
    update web_pages set next_at = now() + ${CLAIMED}
    where id in (select id from due) and next_at <= now()
    returning id`);
  return rows.length > 0
    ? db
        .select()
        .from(webPages)
        .where(
          anyOf(
            webPages.id,
            rows.map(({ id }) => id),
          ),
        )
    : [];
}

/**
 * Milliseconds until the next of the pages that are due may be read, or until one that was claimed and never read comes free:
 * whoever had it may have been killed. Null where neither is.
 */
export async function nextTurn(db: Queryable, hosts: readonly string[], onlyKnown: boolean): Promise<number | null> {
  const among = sql`any(${sql.param([...hosts])}::text[])`;
  const { rows } = await db.execute<{ wait: number | null }>(sql`
    select least(
      (select case when count(*) > 0 then greatest(0, extract(epoch from min(h.next_at) - now()) * 1000) end
        from web_hosts h where h.host = ${among} and exists (
          select 1 from web_pages p where p.host = h.host and p.next_at <= now()
            and (not ${onlyKnown}::boolean or p.version_id is not null))),
      (select extract(epoch from min(p.next_at) - now()) * 1000 from web_pages p
        where p.host = ${among} and not ${onlyKnown}::boolean and p.status = 'waiting' and p.next_at > now()
          and p.next_at <= now() + ${CLAIMED}))::float8 as wait`);
  const wait = rows[0]?.wait;
  return wait === null || wait === undefined ? null : Number(wait);
}

/** Pages that were claimed and never read may be claimed anew. */
export async function freeClaims(db: Queryable): Promise<void> {
  await db.execute(sql`
    update web_pages set next_at = now() where status = 'waiting' and next_at > now() and next_at <= now() + ${CLAIMED}`);
}

/** Pages that are due, and those whose words are kept. */
export async function countFrontier(db: Queryable, hosts: readonly string[]): Promise<{ due: number; kept: number }> {
  const { rows } = await db.execute<{ due: number; kept: number }>(sql`
    select count(*) filter (where next_at <= now())::int as due,
      count(*) filter (where version_id is not null and status = 'found')::int as kept
    from web_pages where host = any(${sql.param([...hosts])}::text[])`);
  return { due: rows[0]?.due ?? 0, kept: rows[0]?.kept ?? 0 };
}

/** Makes of one make, where they are many already. */
export async function listPatterns(db: Queryable, hosts: readonly string[], from: number) {
  const { rows } = await db.execute<{ host: string; pattern: string; pages: number }>(sql`
    select host, pattern, count(*)::int as pages from web_pages
    where host = any(${sql.param([...hosts])}::text[]) and found_by = 'link'
    group by host, pattern having count(*) >= ${from}::int limit 10000`);
  return rows;
}

/** Somebody wants them looked at again now: all that were not in the last minutes. */
export async function makeDue(db: Queryable, hosts: readonly string[], minutes: number): Promise<void> {
  await db.execute(sql`
    update web_pages set next_at = now() where host = any(${sql.param([...hosts])}::text[]) and status not in ('waiting', 'moved')
      and (next_at is null or next_at > now()) and checked_at < now() - ${minutes}::int * interval '1 minute'`);
}

/** When pages are to be asked for again; null: not by the clock. Each page once. */
export async function scheduleWebPages(
  db: Queryable,
  pages: readonly { id: string; hours: number | null }[],
): Promise<void> {
  await db.execute(sql`
    update web_pages set next_at = now() + t.hours * interval '1 hour'
    from json_to_recordset(${JSON.stringify(pages)}::json) as t (id uuid, hours float8) where web_pages.id = t.id`);
}

/** A host does not answer: it, and with `hours` all of its pages, are left alone for a while. */
export async function putOffHost(db: Queryable, host: string, seconds: number, hours: number | null): Promise<void> {
  await db
    .update(webHosts)
    .set({ failures: sql`${webHosts.failures} + 1`, nextAt: sql`now() + ${seconds}::int * interval '1 second'` })
    .where(eq(webHosts.host, host));
  if (hours === null) return;
  await db.execute(sql`
    update web_pages set next_at = now() + ${hours}::float8 * interval '1 hour' where host = ${host} and next_at <= now()`);
}

/** The shortest schedule of the live sources a host lies in, hours; null where none has one. */
export async function leastHoursOf(db: Queryable, host: string): Promise<number | null> {
  const { rows } = await db.execute<{ hours: number | null }>(sql`
    select min(every_hours)::int as hours from search_sources
    where deleted_at is null and is_indexed and every_hours > 0 and ${hostIsIn(sql`${host}::text`, searchSources.domains)}`);
  return rows[0]?.hours ?? null;
}

/** Counts pages read for somebody on a day of the product's time zone; how many those are now, theirs and in all. */
export async function countCrawled(
  db: Queryable,
  { userId, day }: { userId: string; day: string },
  pages: number,
): Promise<{ own: number; all: number }> {
  const { rows } = await db.execute<{ own: number; all: number }>(sql`
    with mine as (
      insert into crawl_days (day, user_id, pages) values (${day}::date, ${userId}, ${pages}::int)
      on conflict (day, user_id) do update set pages = crawl_days.pages + excluded.pages returning pages)
    select (select pages from mine)::int as own, ((select pages from mine) + coalesce((select sum(pages) from crawl_days
      where day = ${day}::date and user_id <> ${userId}), 0))::int as all`);
  return { own: rows[0]?.own ?? 0, all: rows[0]?.all ?? 0 };
}

/** Live sources whose time has come, with whose rights each is read. */
export async function listDueSources(db: Queryable, limit: number) {
  const { rows } = await db.execute<{ id: string; ownerId: string | null }>(sql`
    select id, coalesce(owner_id, creator_id) as "ownerId" from search_sources where deleted_at is null and is_indexed and every_hours > 0
      and (crawled_at is null or crawled_at < now() - every_hours * interval '1 hour')
    order by crawled_at nulls first limit ${limit}::int`);
  return rows;
}

/** A source by its id alone: for work that its owner's rights were checked for. */
export async function findSourceRow(db: Queryable, id: string): Promise<SearchSourceRow | null> {
  const [row] = await db.select().from(searchSources).where(eq(searchSources.id, id));
  return row ?? null;
}

/** Counts of the days before are of no use to anybody. */
export async function removeOldCrawlDays(db: Queryable): Promise<void> {
  await db.execute(sql`delete from crawl_days where day < current_date - 31`);
}
