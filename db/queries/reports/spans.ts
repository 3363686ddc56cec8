import { and, eq, lt, notInArray, or, sql } from "drizzle-orm";
import type { Range } from "../../../lib/config/day-range";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { usageSpans } from "../../schema/reports";
import { partsOf, type TotalDimension, type Window } from "./reports";

/** Spans that are kept, the newest: as many as the usual reports of some days ask for. */
const KEPT = 400;
/** The usual reports end with another day every day: older sums are asked for by none. */
const OLDEST = sql`now() - interval '36 hours'`;

const isOf = (dimension: TotalDimension, { from, to }: Range) =>
  and(eq(usageSpans.dimension, dimension), eq(usageSpans.fromDay, from), eq(usageSpans.toDay, to));

/** The span of some days, null for none; one that only counts keys does where `isSummed` is not asked for. */
export async function findSpan(
  db: Queryable,
  dimension: TotalDimension,
  days: Range,
  isSummed: boolean,
): Promise<{ id: string; keys: number } | null> {
  const [row] = await db
    .select(columnsOf(usageSpans, "id", "keys"))
    .from(usageSpans)
    .where(and(isOf(dimension, days), isSummed ? eq(usageSpans.isSummed, true) : undefined));
  return row ?? null;
}

/** Whether a span still stands, so that what was read of it holds. */
export async function hasSpan(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.select({ id: usageSpans.id }).from(usageSpans).where(eq(usageSpans.id, id));
  return rows.length > 0;
}

interface NewSpan {
  dimension: TotalDimension;
  days: Range;
  /** Where the sums of the days are read. */
  window: Window;
  isSummed: boolean;
}

/** Keeps the tokens of days that are over, by key. The caller holds the lock of the rollups. */
export async function insertSpan(tx: Transaction, { dimension, days, window, isSummed }: NewSpan): Promise<void> {
  await tx.delete(usageSpans).where(isOf(dimension, days));
  const [span] = await tx
    .insert(usageSpans)
    .values({ dimension, fromDay: days.from, toDay: days.to, keys: 0, isSummed })
    .returning({ id: usageSpans.id });
  const { id } = span!;
  const from = partsOf({ dimension, window }, sql`key, input_tokens, output_tokens`);
  if (isSummed)
    await tx.execute(sql`insert into usage_span_tokens (span_id, key, input_tokens, output_tokens)
      select ${id}::uuid, key, sum(input_tokens), sum(output_tokens) from ${from} group by key`);
  const counted = isSummed
    ? sql`(select count(*) from usage_span_tokens where span_id = ${id})`
    : sql`(select count(distinct key) from ${from})`;
  await tx.update(usageSpans).set({ keys: counted }).where(eq(usageSpans.id, id));
}

/** Removes spans nobody asks for any more. */
export async function removeOldSpans(tx: Transaction): Promise<void> {
  const newest = tx
    .select({ id: usageSpans.id })
    .from(usageSpans)
    .orderBy(sql`${usageSpans.createdAt} desc`)
    .limit(KEPT);
  const isOld = and(lt(usageSpans.createdAt, OLDEST), eq(usageSpans.isSummed, true));
  await tx.delete(usageSpans).where(or(isOld, notInArray(usageSpans.id, newest)));
}

/** How many keys the finished days or months of a list have, by their first day, as far as it is kept. */
export async function listSpanKeys(db: Queryable, dimension: TotalDimension, ranges: readonly Range[]) {
  if (ranges.length === 0) return new Map<string, number>();
  const pairs = sql.join(
    ranges.map(({ from, to }) => sql`(${from}::date, ${to}::date)`),
    sql`, `,
  );
  const rows = await db
    .select(columnsOf(usageSpans, "fromDay", "keys"))
    .from(usageSpans)
    .where(and(eq(usageSpans.dimension, dimension), sql`(${usageSpans.fromDay}, ${usageSpans.toDay}) in (${pairs})`));
  return new Map(rows.map(({ fromDay, keys }) => [fromDay, keys]));
}

interface Counted {
  dimension: TotalDimension;
  periods: readonly (Range & { people: number })[];
}

/** Keeps how many keys finished days or months have. The caller holds the lock of the rollups. */
export async function insertSpanKeys(tx: Transaction, { dimension, periods }: Counted): Promise<void> {
  if (periods.length === 0) return;
  await tx
    .insert(usageSpans)
    .values(
      periods.map(({ from, to, people }) => ({
        dimension,
        fromDay: from,
        toDay: to,
        keys: people,
        isSummed: false,
      })),
    )
    .onConflictDoNothing();
}
