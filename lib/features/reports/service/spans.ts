import "server-only";
import { db } from "@/db/client";
import { lockRollups } from "@/db/queries/models/reconcile";
import { countTotals, type Spanned, type TotalDimension } from "@/db/queries/reports/reports";
import {
  findSpan,
  hasSpan,
  insertSpan,
  insertSpanKeys,
  listSpanKeys,
  removeOldSpans,
} from "@/db/queries/reports/spans";
import { type Grain, lastOfMonth, type Range, splitRange } from "@/lib/config/day-range";
import { addDays } from "@/lib/config/time";
import { daysIn, overlapOf, pointsOf, previousOf, rangeOf } from "../period";

/*
 * Days that are over rarely change. What reports read of many of them, row by person and day, is kept as a span: exact sums
 * that are removed in the very statement which changes one of their days.
 */

/** Below so many days their own rows are few. */
const LONG_DAYS = 28;
/** A span that is removed while it is read is made anew, so often. */
const ATTEMPTS = 3;

/** Dimensions with many keys; of the others the rows are few. */
const WIDE: ReadonlySet<TotalDimension> = new Set(["user", "department", "tree", "path"]);

const isLong = (range: Range) => daysIn(range) >= LONG_DAYS;

/** The days of a range that are over; null for none. */
function finishedOf({ from, to }: Range, today: string): Range | null {
  const end = to < today ? to : addDays(today, -1);
  return from <= end ? { from, to: end } : null;
}

/** The span of some days that are over, made where there is none. */
async function spanOf(dimension: TotalDimension, days: Range, today: string, isSummed: boolean) {
  const found = await findSpan(db(), dimension, days, isSummed);
  if (found) return found;
  return db().transaction(async (tx) => {
    await lockRollups(tx);
    const there = await findSpan(tx, dimension, days, isSummed);
    if (there) return there;
    await insertSpan(tx, { dimension, days, window: splitRange(days, today), isSummed });
    await removeOldSpans(tx);
    return findSpan(tx, dimension, days, isSummed);
  });
}

/** Reads the tokens of a long range by a span and the rows of today; of a short one, and where none stays, `read` gets none. */
export async function readSpanned<T>(
  dimension: TotalDimension,
  { range, today }: { range: Range; today: string },
  read: (spanned: Spanned | undefined) => Promise<T>,
): Promise<T> {
  const finished = WIDE.has(dimension) && isLong(range) ? finishedOf(range, today) : null;
  for (let attempt = 0; finished && attempt < ATTEMPTS; attempt++) {
    const span = await spanOf(dimension, finished, today, true);
    if (!span) break;
    const days = finished.to < range.to ? [{ from: addDays(finished.to, 1), to: range.to }] : [];
    const answer = await read({ span: span.id, days });
    if (await hasSpan(db(), span.id)) return answer;
  }
  return read(undefined);
}

/** How many keys have calls in days that are over. */
export async function countKeys(dimension: TotalDimension, range: Range, today: string): Promise<number> {
  const isKept = range.to < today && isLong(range);
  const span = isKept ? await spanOf(dimension, range, today, false) : null;
  return span?.keys ?? countTotals(db(), { dimension, window: splitRange(range, today) });
}

/** How many people made calls, by day or month; of those that are over the number is kept. */
export async function listPeople(range: Range, grain: Grain, today: string) {
  const points = pointsOf(range, grain).map((period) => ({
    period,
    days: grain === "day" ? { from: period, to: period } : overlapOf({ from: period, to: lastOfMonth(period) }, range),
  }));
  const over = points.filter(({ days }) => days.to < today).map(({ days }) => days);
  const known = await listSpanKeys(db(), "user", over);
  if (over.some(({ from }) => !known.has(from))) {
    await db().transaction(async (tx) => {
      await lockRollups(tx);
      const missing = over.filter(({ from }) => !known.has(from));
      const periods: (Range & { people: number })[] = [];
      for (const days of missing) {
        const people = await countTotals(tx, { dimension: "user", window: splitRange(days, today) });
        periods.push({ ...days, people });
      }
      await insertSpanKeys(tx, { dimension: "user", periods });
      for (const { from, people } of periods) known.set(from, people);
    });
  }
  const rest = points.filter(({ days }) => !known.has(days.from));
  const counted = await Promise.all(
    rest.map(({ days }) => countTotals(db(), { dimension: "user", window: splitRange(days, today) })),
  );
  const live = new Map(rest.map(({ period }, index) => [period, counted[index]!]));
  return points.map(({ period, days }) => ({ period, people: live.get(period) ?? known.get(days.from) ?? 0 }));
}

/** Reports of the screens that are long enough for spans. */
const LONG_PERIODS = ["30d", "90d", "half", "year"] as const;

/** Makes what the long reports of a day are read by, so that nobody waits for it. */
export async function keepSpans(today: string, signal: AbortSignal): Promise<void> {
  for (const period of LONG_PERIODS) {
    const range = rangeOf(period, today);
    const before = previousOf(range);
    for (const dimension of ["user", "department", "tree"] as const) {
      if (signal.aborted) return;
      await readSpanned(dimension, { range, today }, async () => null);
    }
    await readSpanned("path", { range: before, today }, async () => null);
    await countKeys("user", before, today);
    await listPeople(range, period === "30d" || period === "90d" ? "day" : "month", today);
  }
}
