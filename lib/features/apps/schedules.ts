/** How a schedule is chosen: by one of the usual rhythms, or as a line of cron. */
export const RHYTHMS = ["daily", "weekdays", "weekly", "monthly", "cron"] as const;
export type Rhythm = (typeof RHYTHMS)[number];

export interface Schedule {
  rhythm: Rhythm;
  /** `09:00`. */
  time: string;
  /** 0: Sunday. */
  weekday: number;
  day: number;
  /** Of `cron`. */
  line: string;
}

export const FIRST_SCHEDULE: Schedule = { rhythm: "daily", time: "09:00", weekday: 1, day: 1, line: "0 9 * * *" };

const TIME = /^([01]?\d|2[0-3]):([0-5]\d)$/;
export const isTime = (time: string): boolean => TIME.test(time);

/** The line of cron a choice stands for. */
export function toCron({ rhythm, time, weekday, day, line }: Schedule): string {
  if (rhythm === "cron") return line.trim().replace(/\s+/g, " ");
  const [, hour = "0", minute = "0"] = TIME.exec(time) ?? [];
  const at = `${Number(minute)} ${Number(hour)}`;
  if (rhythm === "weekdays") return `${at} * * 1-5`;
  if (rhythm === "weekly") return `${at} * * ${weekday}`;
  if (rhythm === "monthly") return `${at} ${day} * *`;
  return `${at} * * *`;
}

/** The choice a line of cron is; what is none of the usual rhythms stays a line. */
export function fromCron(line: string): Schedule {
  const own: Schedule = { ...FIRST_SCHEDULE, rhythm: "cron", line };
  const match = /^(\d{1,2}) (\d{1,2}) (\*|\d{1,2}) \* (\*|[0-7]|1-5)$/.exec(line.trim());
  if (!match) return own;
  const [, minute = "", hour = "", day = "", weekday = ""] = match;
  const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  if (!isTime(time)) return own;
  const known = { ...own, time };
  if (day !== "*") {
    const number = Number(day);
    return weekday === "*" && number >= 1 && number <= 31 ? { ...known, rhythm: "monthly", day: number } : own;
  }
  if (weekday === "*") return { ...known, rhythm: "daily" };
  if (weekday === "1-5") return { ...known, rhythm: "weekdays" };
  return { ...known, rhythm: "weekly", weekday: Number(weekday) % 7 };
}
