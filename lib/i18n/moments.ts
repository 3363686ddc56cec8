/*
 * How moments read on screens (design 10): "18 Nov", "11 月 18 日", hours to 24. The year is told where it is not the
 * present one.
 */

const DAY = { year: "numeric", month: "short", day: "numeric" } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const SECOND = { ...MINUTE, second: "2-digit" } as const;

/** Formatters are costly to make, and the same for all rows of a list. */
const known = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string, timeZone: string | undefined, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const format = known.get(key) ?? new Intl.DateTimeFormat(language, { ...options, timeZone });
  known.set(key, format);
  return format;
}

/** One space between figures and what they count. */
const spaced = (text: string) => text.replace(/(\d+)([年月日])/g, "$1 $2 ").trim();

/** Writes moments in a language (one of `Intl`) and a time zone; they are ISO texts or dates. */
export function momentsOf(language: string, timeZone: string | undefined) {
  const write = (at: Date, options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    spaced(formatOf(language, zone, options).format(at));
  const yearOf = (at: Date, zone = timeZone) => write(at, { year: "numeric" }, zone);
  const dayOf = (at: Date, zone = timeZone) => {
    const { year, ...rest } = DAY;
    return write(at, yearOf(at, zone) === yearOf(new Date(), zone) ? rest : { year, ...rest }, zone);
  };
  type Moment = string | Date;
  return {
    /** `18 Nov`, `18 Nov 2025`. */
    day: (at: Moment) => dayOf(new Date(at)),
    /** A day of the calendar such as `2026-11-18`: the same in every time zone. */
    calendarDay: (day: string) => dayOf(new Date(`${day}T00:00:00Z`), "UTC"),
    /** `November 2026` of a day of the calendar. */
    calendarMonth: (day: string) => write(new Date(`${day}T00:00:00Z`), { year: "numeric", month: "long" }, "UTC"),
    /** `10:21`. */
    clock: (at: Moment) => write(new Date(at), MINUTE),
    /** `10:21:07`. */
    clockToSecond: (at: Moment) => write(new Date(at), SECOND),
    /** `18 Nov 10:21`. */
    minute: (at: Moment) => `${dayOf(new Date(at))} ${write(new Date(at), MINUTE)}`,
    /** `18 Nov 10:21:07`. */
    second: (at: Moment) => `${dayOf(new Date(at))} ${write(new Date(at), SECOND)}`,
    /** `18 Nov 2026 10:21:07`: what is quoted elsewhere tells its year. */
    exact: (at: Moment) => `${write(new Date(at), DAY)} ${write(new Date(at), SECOND)}`,
    isToday: (at: Moment) => write(new Date(at), DAY) === write(new Date(), DAY),
  };
}
export type Moments = ReturnType<typeof momentsOf>;

/** Moments in a table that is opened elsewhere: `2026-11-18 10:21:07`, which sorts and is read by every program. */
export const sheetClock = (timeZone: string) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
