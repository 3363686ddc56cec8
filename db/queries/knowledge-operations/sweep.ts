import { sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { knowledgeBases } from "../../schema/knowledge";
import { idAt } from "../records/records";

/** Ids carry their time, and rows of a moment get theirs within it: this far apart at most, milliseconds. */
const ID_SLACK_MS = 3_600_000;

/** Bases that were searched for an answer, or whose pairs of question and answer were; and those a tool found something in. */
const SEARCHED = [
  '$[*] ? (@.type == "steps").steps[*] ? (@.name == "search" || @.name == "curated").found[*].baseId',
  '$[*] ? (@.type == "tool").found[*].baseId',
];

/** Answers from bases that ended since then and were not counted, some of them, oldest first. */
export async function listUncounted(
  db: Queryable,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const first = after ?? idAt(since.getTime() - ID_SLACK_MS);
  const { rows } = await db.execute<{ id: string }>(sql`
    select message.id from chat_messages message
    where message.id > ${first} and message.role = 'assistant' and message.status <> 'streaming'
      and message.created_at >= ${since.toISOString()}
      and not exists (select 1 from knowledge_answers counted where counted.message_id = message.id)
      and exists (select 1 from unnest(${sql.param(SEARCHED)}::jsonpath[]) path
        cross join lateral jsonb_path_query(message.parts, path) searched
        join knowledge_bases base on base.id::text = searched #>> '{}')
    order by message.id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Counters that begin before a day go, base by base: each is found by its key. A month of which a day is gone is read by days. */
export async function removeOldCounters(db: Queryable, baseId: string, before: string): Promise<void> {
  for (const table of ["slice_uses", "knowledge_questions", "knowledge_askers"]) {
    await db.execute(sql`delete from ${sql.identifier(table)}
      where base_id = ${baseId} and grain in ('day', 'month') and day < ${before}`);
  }
}

/** Every base there is, in the trash too. */
export async function listBaseIds(db: Queryable): Promise<string[]> {
  const rows = await db.select({ id: knowledgeBases.id }).from(knowledgeBases);
  return rows.map(({ id }) => id);
}
