import { addMonths, firstOfMonth, type Grain, lastOfMonth, type Range } from "@/lib/config/day-range";
import { addDays, daysBetween, isDay } from "@/lib/config/time";

/** spec 9: last 7, 30 and 90 days, half year, year; and any days of one's own. */
export const PERIODS = ["7d", "30d", "90d", "half", "year", "custom"] as const;
export type Period = (typeof PERIODS)[number];
/** Of the figures a person sees of themselves. */
export const OWN_PERIODS = ["7d", "30d", "90d", "half", "year"] as const;
export type OwnPeriod = (typeof OWN_PERIODS)[number];
/** Days of a period of one's own, at most: three years. */
export const CUSTOM_DAYS_MAX = 1096;

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

/** Every day, or every month's first day, of a range. */
export function pointsOf({ from, to }: Range, grain: Grain): string[] {
  const points: string[] = [];
  if (grain === "day") for (let day = from; day <= to; day = addDays(day, 1)) points.push(day);
  else for (let month = firstOfMonth(from); month <= to; month = addMonths(month, 1)) points.push(month);
  return points;
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
