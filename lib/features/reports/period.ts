import { addDays, daysBetween, isDay } from "@/lib/config/time";

/** spec 9: last 7, 30 and 90 days, half year, year; and any days of one's own. */
export const PERIODS = ["7d", "30d", "90d", "half", "year", "custom"] as const;
export type Period = (typeof PERIODS)[number];
/** Of the figures a person sees of themselves. */
export const OWN_PERIODS = ["7d", "30d", "90d", "half", "year"] as const;
export type OwnPeriod = (typeof OWN_PERIODS)[number];
export const GRAINS = ["day", "month"] as const;
export type Grain = (typeof GRAINS)[number];
/** Days of a period of one's own, at most: three years. */
export const CUSTOM_DAYS_MAX = 1096;

/** Calendar days, both counted. */
export interface Range {
  from: string;
  to: string;
}

const DAYS = { "7d": 7, "30d": 30, "90d": 90 } as const;
const MONTHS = { half: 6, year: 12 } as const;

/** The days a period means today. A custom one without valid days counts as 30 days. */
export function rangeOf(period: Period, today: string, custom?: Partial<Range>): Range {
  if (period === "custom") {
    const { from, to } = custom ?? {};
    return from && to && isCustomRange({ from, to }) ? { from, to } : rangeOf("30d", today);
  }
  if (period === "half" || period === "year") return { from: addDays(addMonths(today, -MONTHS[period]), 1), to: today };
  return { from: addDays(today, 1 - DAYS[period]), to: today };
}

export function isCustomRange({ from, to }: Range): boolean {
  return isDay(from) && isDay(to) && from <= to && daysBetween(from, to) < CUSTOM_DAYS_MAX;
}

/** As many days right before, for comparison. */
export function previousOf({ from, to }: Range): Range {
  const days = daysBetween(from, to) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

export function daysIn({ from, to }: Range): number {
  return daysBetween(from, to) + 1;
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

/** Every day, or every month's first day, of a range. */
export function pointsOf({ from, to }: Range, grain: Grain): string[] {
  const points: string[] = [];
  if (grain === "day") for (let day = from; day <= to; day = addDays(day, 1)) points.push(day);
  else for (let month = firstOfMonth(from); month <= to; month = addMonths(month, 1)) points.push(month);
  return points;
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

/** The days two ranges share. Texts of days sort by time. */
export function overlapOf(a: Range, b: Range): Range {
  const [, from = a.from] = [a.from, b.from].sort();
  const [to = a.to] = [a.to, b.to].sort();
  return { from, to };
}

/** A range month by month, so that no statement reads for long. */
export function monthsOf(range: Range): Range[] {
  return pointsOf(range, "month").map((month) => overlapOf({ from: month, to: lastOfMonth(month) }, range));
}
