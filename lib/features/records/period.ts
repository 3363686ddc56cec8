import { addDays } from "@/lib/config/time";

/** The first moment of a calendar day in a time zone. */
export function dayStart(day: string, timeZone: string): Date {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let moment = wanted;
  // Twice: the first guess may lie on the other side of a change of the clocks.
  for (let turn = 0; turn < 2; turn++) moment = wanted - offsetAt(new Date(moment), timeZone);
  return new Date(moment);
}

function offsetAt(moment: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(moment).replace(" ", "T")}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** The span of a query: so many days up to today, or its own days; the end is not included any more. */
export function spanOf(
  { days, from, to }: { days?: number; from?: string; to?: string },
  { today, timeZone }: { today: string; timeZone: string },
): { from?: Date; before?: Date } {
  if (days) return { from: dayStart(addDays(today, 1 - days), timeZone) };
  return {
    from: from && dayStart(from, timeZone),
    before: to && dayStart(addDays(to, 1), timeZone),
  } as { from?: Date; before?: Date };
}
