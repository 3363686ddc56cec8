const formatters = new Map<string, Intl.DateTimeFormat>();

/** The calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, moment = new Date()): string {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    formatters.set(timeZone, formatter);
  }
  return formatter.format(moment);
}

/** Whether a text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = Date.parse(text);
  return (
    /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text
  );
}

/** The calendar month of a day, `YYYY-MM`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The minute of a moment, for limits by the minute; the same everywhere. */
export function minuteOf(moment = new Date()): string {
  return moment.toISOString().slice(0, 16);
}

/** Days between two calendar days, the later one not counted. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** A calendar day so many days later; negative goes back. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The moment a calendar day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const wanted = Date.parse(day);
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const shownAt = (moment: number) => {
    const part = Object.fromEntries(clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day: date = 1, hour, minute, second } = part;
    return Date.UTC(year, month - 1, date, hour, minute, second);
  };
  // Twice, for the offset may change between the first guess and the moment meant.
  let moment = wanted;
  for (let round = 0; round < 2; round++) moment += wanted - shownAt(moment);
  return new Date(moment);
}

type IsoTimes<Row> = { [Key in keyof Row]: Date extends Row[Key] ? Exclude<Row[Key], Date> | string : Row[Key] };

/** A row as DTOs tell it: moments as ISO texts, everything else as it is. */
export function isoTimes<Row extends object>(row: Row): IsoTimes<Row> {
  const told = Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
  return Object.fromEntries(told) as IsoTimes<Row>;
}
