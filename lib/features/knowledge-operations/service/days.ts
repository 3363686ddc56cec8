import "server-only";
import type { Span } from "@/db/queries/knowledge-operations/usage";
import { type Range, splitRange } from "@/lib/config/day-range";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import type { UsageDays } from "../limits";

/** The days a period means today and those before them, with the rows that count each, and the moments both begin and end at. */
export async function framedDays(days: UsageDays) {
  const { timeZone } = await loadConfig("customConfig");
  const to = dayIn(timeZone);
  const from = addDays(to, 1 - days);
  const before = { from: addDays(from, -days), to: addDays(from, -1) };
  const span: Span = { since: startOfDay(from, timeZone), before: startOfDay(addDays(to, 1), timeZone) };
  const range: Range = { from, to };
  return { range, window: splitRange(range, to), before, windowBefore: splitRange(before, to), span };
}
export type Frame = Awaited<ReturnType<typeof framedDays>>;
