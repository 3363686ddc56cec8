import { and, asc, count, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { searchSources, webPages } from "../../schema/search";
import { tasks } from "../../schema/tasks";
import { hostIsIn, usableSource } from "../reader/readable";

export type SearchSourceRow = typeof searchSources.$inferSelect;

/** Whose sources: those a person may search, or may change (`isKeeper`: the organisation's too), live or in the trash. */
export interface SourceScope {
  userId: string;
  /** Looks after the organisation's sources. */
  isKeeper: boolean;
}

const changeable = ({ userId, isKeeper }: SourceScope): SQL | undefined =>
  or(eq(searchSources.ownerId, userId), isKeeper ? isNull(searchSources.ownerId) : undefined);

/** A source this person may search; null when there is none of this id. */
export async function findUsableSource(db: Queryable, userId: string, id: string): Promise<SearchSourceRow | null> {
  const [row] = await db
    .select()
    .from(searchSources)
    .where(and(eq(searchSources.id, id), usableSource(userId)));
  return row ?? null;
}

/** One this person may change, locked; in the trash or not. */
export async function lockSource(
  tx: Transaction,
  scope: SourceScope,
  id: string,
  isDeleted = false,
): Promise<SearchSourceRow | null> {
  const [row] = await tx
    .select()
    .from(searchSources)
    .where(
      and(
        eq(searchSources.id, id),
        changeable(scope),
        isDeleted ? isNotNull(searchSources.deletedAt) : isNull(searchSources.deletedAt),
      ),
    )
    .for("update");
  return row ?? null;
}

/** Sources a person may search, of these ids or all. */
export function listUsableSources(db: Queryable, userId: string, ids?: readonly string[] | null) {
  const among = ids ? sql`${searchSources.id} = any(${sql.param([...ids])}::uuid[])` : undefined;
  return db
    .select()
    .from(searchSources)
    .where(and(usableSource(userId), among))
    .orderBy(asc(searchSources.name), asc(searchSources.id));
}

export interface SourceFilter {
  keyword?: string;
  scope?: "own" | "shared";
  group?: string;
  trash: boolean;
}

const seenBy = (scope: SourceScope, { keyword, scope: of, group, trash }: SourceFilter) =>
  and(
    trash ? and(changeable(scope), isNotNull(searchSources.deletedAt)) : usableSource(scope.userId),
    of ? (of === "own" ? isNotNull(searchSources.ownerId) : isNull(searchSources.ownerId)) : undefined,
    group === undefined ? undefined : eq(searchSources.groupName, group),
    keyword
      ? or(
          ilike(searchSources.name, likePattern(keyword)),
          ilike(sql`array_to_string(${searchSources.domains}, ' ')`, likePattern(keyword)),
        )
      : undefined,
  );

/** All that a person sees of a filter: there are some hundreds at most, and their states are worked out of rows. */
export function listSources(db: Queryable, scope: SourceScope, filter: SourceFilter) {
  return db
    .select()
    .from(searchSources)
    .where(seenBy(scope, filter))
    .orderBy(
      desc(isNull(searchSources.ownerId)),
      asc(searchSources.groupName),
      asc(searchSources.name),
      asc(searchSources.id),
    )
    .limit(SOURCES_MAX);
}
const SOURCES_MAX = 1000;

export async function countSources(db: Queryable, ownerId: string | null): Promise<number> {
  const own = ownerId ? eq(searchSources.ownerId, ownerId) : isNull(searchSources.ownerId);
  const [row] = await db
    .select({ total: count() })
    .from(searchSources)
    .where(and(own, isNull(searchSources.deletedAt)));
  return row?.total ?? 0;
}

export async function insertSource(db: Queryable, row: typeof searchSources.$inferInsert): Promise<SearchSourceRow> {
  const [made] = await db.insert(searchSources).values(row).returning();
  if (!made) throw new Error("no row");
  return made;
}

/** The caller has locked it. */
export async function updateSource(
  db: Queryable,
  id: string,
  patch: Partial<typeof searchSources.$inferInsert>,
): Promise<void> {
  await db.update(searchSources).set(patch).where(eq(searchSources.id, id));
}

/** Groups a person has sources in. */
export async function listSourceGroups(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: searchSources.groupName })
    .from(searchSources)
    .where(and(usableSource(userId), sql`${searchSources.groupName} <> ''`))
    .orderBy(asc(searchSources.groupName));
  return rows.map(({ name }) => name);
}

/** Names of the organisation's sources that are read with a person's rights. */
export async function listLookedAfter(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ name: searchSources.name })
    .from(searchSources)
    .where(and(eq(searchSources.creatorId, userId), isNull(searchSources.ownerId), isNull(searchSources.deletedAt)))
    .orderBy(asc(searchSources.name));
  return rows.map(({ name }) => name);
}

/** Somebody else looks after the organisation's sources of a person, or for now nobody does. */
export async function handOverSources(tx: Queryable, from: string, to: string | null): Promise<void> {
  const own = and(eq(searchSources.creatorId, from), isNull(searchSources.ownerId));
  await tx.update(searchSources).set({ creatorId: to }).where(own);
}

/** What a person takes along. */
export function listOwnSources(db: Queryable, userId: string) {
  const { name, description, domains, groupName, createdAt } = searchSources;
  return db
    .select({ name, description, domains, groupName, createdAt })
    .from(searchSources)
    .where(and(eq(searchSources.ownerId, userId), isNull(searchSources.deletedAt)))
    .orderBy(asc(name));
}

/** Pages of sources by their states, of all hosts that lie in each. */
export async function countPagesOf(db: Queryable, ids: readonly string[]) {
  const { rows } = await db.execute<{
    id: string;
    pages: number;
    waiting: number;
    errors: number;
    size: number;
    status: Record<string, number>;
    checked: string | null;
  }>(sql`
    with hosts as (
      select s.id, h.host from search_sources s join web_hosts h on ${hostIsIn(sql`h.host`, sql`s.domains`)}
      where s.id = any(${sql.param([...ids])}::uuid[])),
    counted as (
      select hosts.id, p.status, count(*)::int as pages, count(p.version_id)::int as kept, sum(p.size)::float8 as size,
        max(p.checked_at) as checked
      from hosts join web_pages p on p.host = hosts.host group by hosts.id, p.status)
    select id, sum(kept) filter (where status not in ('gone', 'robots', 'moved'))::int as pages,
      coalesce(sum(pages) filter (where status = 'waiting'), 0)::int as waiting,
      coalesce(sum(pages) filter (where status in ('gone', 'robots', 'limited', 'challenge', 'scripts', 'failed')), 0)::int as errors,
      sum(size) as size, json_object_agg(status, pages) as status, max(checked) as checked
    from counted group by id`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Hosts of sources: how they let themselves be read. */
export async function listHostsOf(db: Queryable, ids: readonly string[]) {
  const { rows } = await db.execute<{
    id: string;
    host: string;
    crawl_delay_ms: number | null;
    hasRules: boolean;
    isRead: boolean;
    sitemaps: number;
    feeds: number;
  }>(sql`
    select s.id, h.host, h.crawl_delay_ms, h.sitemaps, h.feeds,
      exists (select 1 from web_robots r where r.host = h.host and r.robots <> '') as "hasRules",
      exists (select 1 from web_robots r where r.host = h.host) as "isRead"
    from search_sources s join web_hosts h on ${hostIsIn(sql`h.host`, sql`s.domains`)}
    where s.id = any(${sql.param([...ids])}::uuid[]) order by s.id, h.host limit 2000`);
  return Map.groupBy(rows, ({ id }) => id);
}

/** Pages of a source by what became of them, the newest first. */
export async function listPagesOf(
  db: Queryable,
  sourceId: string,
  { only, keyword }: { only?: "found" | "errors" | "waiting"; keyword?: string },
  page: { limit: number; offset: number },
) {
  const inSource = correlated(
    sql`exists (select 1 from ${searchSources} where ${searchSources.id} = ${sourceId}
      and ${hostIsIn(webPages.host, searchSources.domains)})`,
  );
  const states = {
    found: sql`${webPages.versionId} is not null and ${webPages.status} = 'found'`,
    errors: sql`${webPages.status} not in ('found', 'waiting', 'moved')`,
    waiting: sql`${webPages.status} = 'waiting'`,
  };
  const words = keyword
    ? or(ilike(webPages.address, likePattern(keyword)), ilike(webPages.title, likePattern(keyword)))
    : undefined;
  const where = and(inSource, only ? states[only] : sql`${webPages.status} <> 'moved'`, words);
  const rows = await db
    .select()
    .from(webPages)
    .where(where)
    .orderBy(sql`${webPages.checkedAt} desc nulls last`, desc(webPages.id))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(webPages).where(where);
  return { rows, total: counted?.total ?? 0 };
}

/** Sources that are being read, or wait for it. */
export async function listOpenCrawls(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .select({ sourceId: tasks.subject, ...columnsOf(tasks, "done", "total") })
    .from(tasks)
    .where(
      and(eq(tasks.kind, "webCrawl"), inArray(tasks.subject, [...ids]), inArray(tasks.status, ["waiting", "running"])),
    );
  return new Map(rows.map((row) => [row.sourceId, row]));
}

/** Sources whose last reading ended because the pages of the day were used up. */
export async function listEndedByLimit(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectDistinctOn([tasks.subject], {
      sourceId: tasks.subject,
      isAtLimit: sql<boolean>`coalesce((${tasks.state} ->> 'isAtLimit')::boolean, false)`,
    })
    .from(tasks)
    .where(and(eq(tasks.kind, "webCrawl"), inArray(tasks.subject, [...ids])))
    .orderBy(tasks.subject, desc(tasks.createdAt));
  return new Set(rows.flatMap(({ sourceId, isAtLimit }) => (isAtLimit && sourceId ? [sourceId] : [])));
}

/** Languages of the pages of a source whose words are kept. */
export async function listLanguagesOf(db: Queryable, id: string) {
  const { rows } = await db.execute<{ language: string | null; pages: number }>(sql`
    select p.language, count(*)::int as pages from search_sources s join web_hosts h on ${hostIsIn(sql`h.host`, sql`s.domains`)}
    join web_pages p on p.host = h.host where s.id = ${id} and p.version_id is not null
    group by p.language order by pages desc limit 5`);
  return rows;
}

/** Sources in the trash since before then, for ever. */
export async function removeTrashedSources(db: Queryable, before: Date): Promise<void> {
  await db.delete(searchSources).where(lt(searchSources.deletedAt, before));
}
