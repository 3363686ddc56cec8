import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { hostIsIn } from "../reader/readable";

export interface OldVersion {
  id: string;
  storageKey: string;
}

/** Snapshots that another one, or another page, has replaced, taken before a moment, behind an id in the order of ids. */
export async function listSuperseded(
  db: Queryable,
  { before, after, limit }: { before: Date; after: string | null; limit: number },
): Promise<OldVersion[]> {
  const { rows } = await db.execute<{ id: string; storageKey: string }>(sql`
    select v.id, v.storage_key as "storageKey" from web_pages p join file_versions v on v.file_id = p.file_id
    where p.file_id is not null and v.id is distinct from p.version_id and v.created_at < ${before.toISOString()}
      and (${after}::uuid is null or v.id > ${after}::uuid)
    order by v.id limit ${limit}::int`);
  return rows;
}

/** Hosts that lie in no source, not even one in the trash, behind a name in the order of names. */
export async function listHostsOfNobody(
  db: Queryable,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ host: string }>(sql`
    select h.host from web_hosts h where h.host > ${after}
      and not exists (select 1 from search_sources s where ${hostIsIn(sql`h.host`, sql`s.domains`)})
    order by h.host limit ${limit}::int`);
  return rows.map(({ host }) => host);
}

export interface UnreadPage {
  id: string;
  fileId: string | null;
}

/** Pages of some hosts that were made, and that a search of somebody last read, before a moment. */
export async function listUnread(
  db: Queryable,
  hosts: readonly string[],
  { before, after, limit }: { before: Date; after: string | null; limit: number },
): Promise<UnreadPage[]> {
  const { rows } = await db.execute<{ id: string; fileId: string | null }>(sql`
    select p.id, p.file_id as "fileId" from web_pages p
    where p.host = any(${sql.param([...hosts])}::text[]) and p.created_at < ${before.toISOString()} and coalesce(p.checked_at, p.created_at) < ${before.toISOString()}
      and not exists (select 1 from search_reads r where r.page_id = p.id and r.read_at >= ${before.toISOString()})
      and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${limit}::int`);
  return rows;
}

/** Versions of some files. */
export async function listVersionsOf(
  db: Queryable,
  fileIds: readonly string[],
): Promise<{ id: string; fileId: string }[]> {
  const { rows } = await db.execute<{ id: string; fileId: string }>(sql`
    select id, file_id as "fileId" from file_versions where file_id = any(${sql.param([...fileIds])}::uuid[])`);
  return rows;
}

/**
 * Which of some versions the messages behind an id name, wherever they do, and the last message that was looked at; null behind
 * the last one.
 */
export async function listNamedVersions(
  db: Queryable,
  { after, limit, ids }: { after: string; limit: number; ids: readonly string[] },
): Promise<{ named: string[]; last: string | null }> {
  const { rows } = await db.execute<{ named: string[] | null; last: string | null }>(sql`
    with looked as materialized (
      select id, parts from chat_messages where id > ${after}::uuid order by id limit ${limit}::int),
    named as (
      select distinct version #>> '{}' as id from looked cross join lateral jsonb_path_query(parts, '$.**.versionId') version)
    select (select max(id::text) from looked) as last,
      (select array_agg(id) from named where id = any(${sql.param([...ids])}::text[])) as named`);
  return { named: rows[0]?.named ?? [], last: rows[0]?.last ?? null };
}

/** Versions whose bytes are gone, with what was made of them. */
export async function removeVersions(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from file_versions where id = any(${sql.param([...ids])}::uuid[])`);
}

/** Pages nobody reads any more; their files go with the next purge of the trash. */
export async function removeWebPages(tx: Transaction, pages: readonly UnreadPage[]): Promise<void> {
  const fileIds = pages.flatMap(({ fileId }) => fileId ?? []);
  await tx.execute(sql`update files set deleted_at = to_timestamp(0) where id = any(${sql.param(fileIds)}::uuid[])`);
  await tx.execute(sql`delete from web_pages where id = any(${sql.param(pages.map(({ id }) => id))}::uuid[])`);
}

/** Those of some hosts none of whose pages is left, with what was known of them. */
export async function removeEmptyHosts(db: Queryable, hosts: readonly string[]): Promise<void> {
  await db.execute(sql`
    with gone as (
      delete from web_hosts h where h.host = any(${sql.param([...hosts])}::text[])
        and not exists (select 1 from web_pages p where p.host = h.host) returning h.host)
    delete from web_robots where host in (select host from gone)`);
}
