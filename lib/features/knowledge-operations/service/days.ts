import "server-only";
import type { Span } from "@/db/queries/knowledge-operations/usage";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import type { UsageDays } from "../limits";

export interface Days {
  from: string;
  to: string;
}

/** The days a period means today, those before them, and the moments both begin and end at. */
export async function framedDays(days: UsageDays) {
  const { timeZone } = await loadConfig("customConfig");
  const to = dayIn(timeZone);
  const from = addDays(to, 1 - days);
  const before = { from: addDays(from, -days), to: addDays(from, -1) };
  const span: Span = { since: startOfDay(from, timeZone), before: startOfDay(addDays(to, 1), timeZone) };
  return { range: { from, to }, before, span };
}
