import { addDays } from "./time";

/** Counters of a day, and of the month it lies in: read over long times instead of its days. */
export const GRAINS = ["day", "month"] as const;
export type Grain = (typeof GRAINS)[number];

/** Calendar days, both counted. */
export interface Range {
  from: string;
  to: string;
}

export function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

export function lastOfMonth(day: string): string {
  return addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1);
}

/** The same day some months on; the month's last day where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
  const last = lastOfMonth(first);
  const wanted = first.slice(0, 8) + day.slice(8);
  // 31 February is the 28th.
  if (wanted > last) return last;
  return wanted;
}

/** What of a range is read by month rows and what by day rows. */
export interface Split {
  /** First days of the first and the last whole month. */
  months: Range | null;
  days: Range[];
}

/**
 * Whole months are read by their month, the edges by day: a year is twelve rows and a few days. The running month counts
 * as whole when the range reaches today, since nothing lies behind it.
 */
export function splitRange({ from, to }: Range, today: string): Split {
  const end = to >= today ? lastOfMonth(to) : to;
  const first = from === firstOfMonth(from) ? from : addMonths(firstOfMonth(from), 1);
  const last = end === lastOfMonth(end) ? firstOfMonth(end) : addMonths(firstOfMonth(end), -1);
  if (first > last) return { months: null, days: [{ from, to }] };
  const days: Range[] = [];
  if (from < first) days.push({ from, to: addDays(first, -1) });
  if (lastOfMonth(last) < to) days.push({ from: addDays(lastOfMonth(last), 1), to });
  return { months: { from: first, to: last }, days };
}
