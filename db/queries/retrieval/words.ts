import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { executeHot } from "../../hot";
import { anyOf, isOneOf } from "../../one-of";
import { sliceSets, slices } from "../../schema/retrieval";

export interface TermSample {
  /** Part of the slices that hold a term, of the common ones. */
  shares: Map<string, number>;
  rows: { table: number; sampled: number };
  meanLength: number;
}

/** Pages of the table a sample is taken from. */
const SAMPLE_PAGES = 120;
/**
 * Slices of them whose words are opened. A word one slice in a hundred holds is seen among so many; of fewer it is taken for a
 * rare one, and all that hold it are looked at.
 */
const SAMPLE_SLICES = 360;
/** Terms seen less often tell nothing. */
const SEEN_MIN = 2;

/** How common words are, from some pages of the table. */
export async function sampleTerms(db: Queryable): Promise<TermSample> {
  const { rows: sizes } = await db.execute<{ pages: number }>(
    sql`select greatest(1, pg_relation_size('slices') / 8192)::int as pages`,
  );
  const pages = Number(sizes[0]?.pages ?? 1);
  const percent = Math.min(100, (100 * SAMPLE_PAGES) / pages);
  const { rows } = await db.execute<{
    met: number;
    sampled: number;
    mean: number | null;
    terms: [string, number][] | null;
  }>(sql`
    with met as materialized (
      select id, term_count from slices tablesample system (${sql.raw(percent.toFixed(6))}) repeatable (1)
      where terms is not null),
    sample as materialized (
      select terms from slices where id in (select id from met limit ${SAMPLE_SLICES})),
    common as (
      select lexeme, count(*)::int as seen from sample, unnest(sample.terms)
      group by lexeme having count(*) >= ${SEEN_MIN})
    select (select count(*)::int from met) as met, (select count(*)::int from sample) as sampled,
      (select avg(term_count)::float8 from met) as mean,
      (select json_agg(json_build_array(lexeme, seen)) from common) as terms`);
  const { met = 0, sampled = 0, mean = null, terms = null } = rows[0] ?? {};
  return {
    shares: new Map((terms ?? []).map(([term, seen]) => [term, seen / Math.max(1, sampled)])),
    rows: { table: Math.round((met * 100) / percent), sampled },
    meanLength: mean ?? 1,
  };
}

interface Holding {
  setIds: readonly string[];
  lexemes: readonly string[];
  /** How many terms each of them stands for. */
  times: readonly number[];
  /** Of the sets in all, for the weight of a term. */
  slices: number;
  limit: number;
}

/**
 * Slices of the sets that hold the weightiest of some terms, and how many slices hold each term. The index answers; no
 * slice's words are opened. The sets are looked at afterwards, or the planner would open the words of each set's slices.
 */
export async function listHolding({
  setIds,
  lexemes,
  times,
  slices,
  limit,
}: Holding): Promise<{ ids: string[]; holding: number[] }> {
  const result = await executeHot(
    "words_holding",
    sql`
    with held as materialized (
      select t.n, s.id from unnest(${sql.param([...lexemes])}::tsquery[]) with ordinality t(lexeme, n)
      cross join lateral (select id, set_id from slices where terms @@ t.lexeme offset 0) s
      where ${isOneOf(sql`s.set_id`, setIds)}),
    counted as materialized (
      select n, count(*) as holding, (${sql.param([...times])}::int[])[n] * ln(1 + (${slices}::float8 - least(count(*), ${slices}::float8) + 0.5) / (count(*) + 0.5)) as weight
      from held group by n),
    best as (
      select held.id, sum(counted.weight) as weight
      from held join counted using (n) group by held.id order by weight desc, held.id limit ${limit}::int)
    select (select array_agg(id) from best) as ids,
      array(select coalesce(c.holding, 0)::int from generate_series(1, ${lexemes.length}::int) g(n)
        left join counted c on c.n = g.n order by g.n) as holding`,
  );
  const [row] = result.rows as { ids: string[] | null; holding: number[] }[];
  return { ids: row?.ids ?? [], holding: row?.holding ?? [] };
}

/** `ts_rank` of a lone word is the sum of 1/i² over its occurrences, scaled: the number of occurrences is read off it. */
const RANKS = Array.from({ length: 64 }, (_, index) => {
  let sum = 0;
  for (let i = 1; i <= index + 1; i++) sum += 1 / (i * i);
  return sum / 1.64493406685 - 1e-5;
});

/** How often slices hold each of some terms. */
export async function countOccurrences({
  ids,
  lexemes,
}: {
  ids: readonly string[];
  lexemes: readonly string[];
}): Promise<{ id: string; termCount: number; occurrences: number[] }[]> {
  if (ids.length === 0) return [];
  // Joined to an empty vector and materialized, the words of a slice are opened once, not once for each term.
  const { rows } = await executeHot(
    "words_occurrences",
    sql`
    with held as materialized (
      select id, term_count, terms || ''::tsvector as terms from slices where ${anyOf(sql`id`, ids)})
    select id, term_count, array_to_string(array(
      select width_bucket(ts_rank('{1,1,1,1}', held.terms, t.lexeme)::float8, ${sql.param(RANKS)}::float8[])
      from unnest(${sql.param([...lexemes])}::tsquery[]) with ordinality t(lexeme, n) order by t.n), ',') as occurrences
    from held`,
  );
  return (rows as { id: string; term_count: number; occurrences: string }[]).map((row) => ({
    id: row.id,
    termCount: Number(row.term_count),
    occurrences: row.occurrences.split(",").map(Number),
  }));
}

/** Bytes of the words of all sets that answer; of a slice whose words are not made yet as many as is usual. */
export async function measureWords(db: Queryable, usualBytes: number): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(sql`
    select coalesce(sum(case when word_bytes > 0 then word_bytes else slice_count * ${usualBytes}::int end), 0)::float8 as bytes
    from slice_sets where is_ready`);
  return Number(rows[0]?.bytes ?? 0);
}

/** Sets that answer and whose words are not all in the index of the database yet, with the number of their slices. */
export function listUnindexedSets(db: Queryable, limit: number) {
  return db
    .select(columnsOf(sliceSets, "id", "sliceCount"))
    .from(sliceSets)
    .where(and(eq(sliceSets.isReady, true), eq(sliceSets.isIndexed, false)))
    .orderBy(asc(sliceSets.id))
    .limit(limit);
}

interface Unindexed {
  setIds: readonly string[];
  /** The last one that was looked at. */
  after?: { setId: string; ordinal: number };
}

/** The next slices of some sets, behind one, that are not in the index. */
export function listUnindexedSlices(db: Queryable, { setIds, after }: Unindexed, limit: number) {
  return db
    .select(columnsOf(slices, "id", "setId", "ordinal", "heading", "text", "isDisabled"))
    .from(slices)
    .where(
      and(
        anyOf(slices.setId, setIds),
        isNull(slices.terms),
        after && sql`(${slices.setId}, ${slices.ordinal}) > (${after.setId}::uuid, ${after.ordinal}::int)`,
      ),
    )
    .orderBy(asc(slices.setId), asc(slices.ordinal))
    .limit(limit);
}

/** Puts words of slices into the index; those of a slice that went away meanwhile are passed over. */
export async function indexSlices(db: Queryable, rows: readonly { id: string; terms: string }[]) {
  await db.execute(sql`
    update slices set terms = t.terms from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, terms tsvector)
    where slices.id = t.id`);
}

/**
 * Takes what waits to be put into the index into it: until then each term of a search goes through all of that, page by page,
 * and where it is much the planner would rather open the words of every slice.
 */
export async function emptyIndexQueue(db: Queryable) {
  await db.execute(sql`select gin_clean_pending_list('slices_terms_idx')`);
}

export async function markIndexed(db: Queryable, setIds: readonly string[]) {
  await db.update(sliceSets).set({ isIndexed: true }).where(anyOf(sliceSets.id, setIds));
}
