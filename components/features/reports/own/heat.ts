import { monthOf } from "@/lib/config/time";

export interface HeatDay {
  day: string;
  tokens: number;
  calls: number;
}

export interface HeatWeek {
  key: string;
  /** First day of the month that begins in this week. */
  month: string | null;
  /** Monday first; null outside the year. */
  days: (HeatDay | null)[];
}

const DAYS = 7;

/** Monday is 0. */
const weekday = (day: string) => (new Date(day).getUTCDay() + DAYS - 1) % DAYS;

/** Days in columns of whole weeks. */
export function weeksOf(days: readonly HeatDay[]): HeatWeek[] {
  const weeks: HeatWeek[] = [];
  for (const day of days) {
    const place = weekday(day.day);
    if (place === 0 || weeks.length === 0) {
      weeks.push({ key: day.day, month: null, days: Array.from({ length: DAYS }, () => null) });
    }
    const week = weeks.at(-1)!;
    week.days[place] = day;
    if (day.day.endsWith("-01")) week.month = `${monthOf(day.day)}-01`;
  }
  return weeks;
}

/**
 * Levels 0 to 4 by rank among the days that have any: one very busy day would leave all the others in the lowest level
 * of even steps.
 */
export function levelsOf(values: readonly number[]): (value: number) => 0 | 1 | 2 | 3 | 4 {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  const [low, middle, high] = [at(0.25), at(0.5), at(0.75)];
  return (value) => {
    if (value <= 0) return 0;
    if (value >= high) return 4;
    if (value >= middle) return 3;
    return value >= low ? 2 : 1;
  };
}
