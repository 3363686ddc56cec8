import { type SQL, sql } from "drizzle-orm";
import type { Split } from "@/lib/config/day-range";
import type { Queryable } from "../../client";
import { inWindow } from "../../day-window";
import { likePattern } from "../../like";
import { knowledgeFiles } from "../../schema/knowledge";
import { sliceUses } from "../../schema/knowledge-operations";
import { visibleFile } from "../knowledge/files";
import type { GrantedSubjects } from "../permissions/grants";

/** A row of a statement is no interface. */
type Plain<Row> = { [Name in keyof Row]: Row[Name] };

export interface CoveredBases {
  baseIds: readonly string[];
  window: Split;
}

/** A file of a base with what answers made of it in some days. */
export interface CoveredFileRow {
  id: string;
  base_id: string;
  name: string;
  format: string | null;
  slice_count: number;
  /** Slices that were cited, those that only went to the model, and those nothing ever used; together `slice_count`. */
  cited_slices: number;
  hit_slices: number;
  unused_slices: number;
  /** Answers that used it, and cited it, and what their askers thought of those that cited it. */
  hits: number;
  cited: number;
  likes: number;
  dislikes: number;
  is_expired: boolean;
}

export interface Coverage {
  files: { total: number; cited: number; hit: number; untouched: number };
  slices: { total: number; cited: number; hit: number; unused: number };
  /** Files the person may not read: counted, and never named. */
  closed: number;
}

const within = (window: Split) => inWindow(sliceUses.grain, sliceUses.day, window);

const ids = (baseIds: readonly string[]) => sql`any(${sql.param([...baseIds])}::uuid[])`;

/**
 * Files that answer, each with its counters. Used slices are told by their words, and a slice that was cut anew since then has
 * others: a file never has more used slices than slices.
 */
function covered({ baseIds, window }: CoveredBases, subjects: GrantedSubjects): SQL {
  const use = sql`base_id = ${ids(baseIds)} and (${within(window)})`;
  return sql`with keys as materialized (
      select knowledge_file_id, slice_key, sum(hits)::int hits, sum(cited)::int cited, sum(likes)::int likes,
        sum(dislikes)::int dislikes
      from slice_uses where ${use} group by 1, 2
    ), used as (
      select * from keys where slice_key = ''
    ), cut as materialized (
      select knowledge_file_id, (count(*) filter (where cited > 0))::int cited,
        (count(*) filter (where cited <= 0 and hits > 0))::int hit
      from keys where slice_key <> '' group by 1
    ), covered as materialized (
      select knowledge_files.id, knowledge_files.base_id, files.name, parsed_versions.format, knowledge_files.slice_count,
        least(coalesce(cut.cited, 0), knowledge_files.slice_count) cited_slices,
        least(coalesce(cut.hit, 0), knowledge_files.slice_count - least(coalesce(cut.cited, 0), knowledge_files.slice_count)) hit_slices,
        coalesce(used.hits, 0) hits, coalesce(used.cited, 0) cited, coalesce(used.likes, 0) likes,
        coalesce(used.dislikes, 0) dislikes,
        coalesce(knowledge_files.valid_until <= now(), false) is_expired,
        coalesce(${visibleFile(subjects)}, false) is_visible
      from ${knowledgeFiles}
      join files on files.id = knowledge_files.file_id
      left join parsed_versions on parsed_versions.version_id = knowledge_files.ready_version_id
      left join used on used.knowledge_file_id = knowledge_files.id
      left join cut on cut.knowledge_file_id = knowledge_files.id
      where knowledge_files.base_id = ${ids(baseIds)} and knowledge_files.deleted_at is null and files.deleted_at is null
        and knowledge_files.ready_version_id is not null
    ), measured as (
      select *, slice_count - cited_slices - hit_slices unused_slices from covered
    )`;
}

const COLUMNS = sql`id, base_id, name, format, slice_count, cited_slices, hit_slices, unused_slices, hits, cited, likes, dislikes, is_expired`;

const STATES = {
  cited: sql`cited > 0`,
  hit: sql`cited <= 0 and hits > 0`,
  untouched: sql`hits <= 0`,
  unused: sql`unused_slices > 0`,
  all: sql`true`,
} as const;
export type CoverState = keyof typeof STATES;

const ORDERS: Record<CoverState, SQL> = {
  cited: sql`cited desc, name, id`,
  hit: sql`hits desc, name, id`,
  untouched: sql`slice_count desc, name, id`,
  unused: sql`unused_slices desc, name, id`,
  all: sql`hits desc, name, id`,
};

/** How far files and slices are used, with the first of those that are not. Only files of `shownIds` the person may read are named. */
export async function readCoverage(
  db: Queryable,
  of: CoveredBases,
  { subjects, shownIds, limit }: { subjects: GrantedSubjects; shownIds: readonly string[]; limit: number },
): Promise<Coverage & { untouched: CoveredFileRow[]; unused: CoveredFileRow[] }> {
  const isShown = sql`is_visible and base_id = ${ids(shownIds)}`;
  const first = (state: CoverState) => sql`(select coalesce(json_agg(one), '[]') from (
    select ${COLUMNS} from measured where ${isShown} and ${STATES[state]} order by ${ORDERS[state]} limit ${limit}) one)`;
  const { rows } = await db.execute<{
    sums: Record<string, number>;
    untouched: CoveredFileRow[];
    unused: CoveredFileRow[];
  }>(sql`${covered(of, subjects)}
    select (select json_build_object('total', count(*), 'cited', count(*) filter (where ${STATES.cited}),
        'hit', count(*) filter (where ${STATES.hit}), 'slices', coalesce(sum(slice_count), 0),
        'citedSlices', coalesce(sum(cited_slices), 0), 'hitSlices', coalesce(sum(hit_slices), 0),
        'closed', count(*) filter (where not (${isShown}))) from measured) sums,
      ${first("untouched")} untouched, ${first("unused")} unused`);
  const { sums, untouched, unused } = rows[0]!;
  const { total = 0, cited = 0, hit = 0, slices = 0, citedSlices = 0, hitSlices = 0, closed = 0 } = sums;
  return {
    files: { total, cited, hit, untouched: total - cited - hit },
    slices: { total: slices, cited: citedSlices, hit: hitSlices, unused: slices - citedSlices - hitSlices },
    closed,
    untouched,
    unused,
  };
}

/** A page of files the person may read, in one state of use. */
export async function listCoveredFiles(
  db: Queryable,
  of: CoveredBases,
  query: { subjects: GrantedSubjects; state: CoverState; keyword?: string; limit: number; offset: number },
): Promise<{ rows: CoveredFileRow[]; total: number }> {
  const { subjects, state, keyword, limit, offset } = query;
  const named = keyword ? sql`and name ilike ${likePattern(keyword)}` : sql``;
  const { rows } = await db.execute<Plain<CoveredFileRow> & { total: number }>(sql`${covered(of, subjects)}
    select ${COLUMNS}, (count(*) over ())::int total from measured where is_visible and ${STATES[state]} ${named}
    order by ${ORDERS[state]} limit ${limit} offset ${offset}`);
  if (rows.length > 0 || offset === 0) return { rows, total: rows[0]?.total ?? 0 };
  // A page behind the last one: how many there are is asked once more.
  return { rows, total: (await listCoveredFiles(db, of, { ...query, limit: 1, offset: 0 })).total };
}

export interface SliceUse {
  hits: number;
  cited: number;
  likes: number;
  dislikes: number;
}

/** What answers made of a file's slices in some days, by the key of their words. */
export async function listSliceUses(
  db: Queryable,
  { baseId, fileId, window }: { baseId: string; fileId: string; window: Split },
): Promise<Map<string, SliceUse>> {
  const { rows } = await db.execute<Plain<SliceUse> & { slice_key: string }>(sql`
    select slice_key, sum(hits)::int hits, sum(cited)::int cited, sum(likes)::int likes, sum(dislikes)::int dislikes
    from slice_uses where base_id = ${baseId} and (${within(window)}) and knowledge_file_id = ${fileId}
      and slice_key <> '' group by slice_key`);
  return new Map(rows.map(({ slice_key: key, ...use }) => [key, use]));
}

/** The slices a file answers with, in their order. */
export async function listAnsweringSlices(db: Queryable, fileId: string) {
  const { rows } = await db.execute<{ id: string; text: string; heading: string; part: number }>(sql`
    select slices.id, slices.text, slices.heading, slices.part from knowledge_files
    join slice_sets on slice_sets.version_id = knowledge_files.ready_version_id
      and slice_sets.owner = knowledge_files.base_id::text and slice_sets.is_ready
    join slices on slices.set_id = slice_sets.id
    where knowledge_files.id = ${fileId} order by slices.ordinal`);
  return rows;
}
