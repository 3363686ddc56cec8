import "server-only";
import type { Range } from "@/lib/config/day-range";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import { refreshRollups } from "@/lib/models/jobs";
import { type Period, previousOf, rangeOf } from "../period";

export interface Frame {
  range: Range;
  before: Range;
  today: string;
  timeZone: string;
  currency: string;
}

/** What every report stands on: current rollups, the days meant and those before them, the currency. */
export async function openFrame(query: { period: Period; from?: string; to?: string }): Promise<Frame> {
  const [{ timeZone }, { currency }] = await Promise.all([
    loadConfig("customConfig"),
    loadConfig("gatewayConfig"),
    refreshRollups(),
  ]);
  const today = dayIn(timeZone);
  const range = rangeOf(query.period, today, query);
  return { range, before: previousOf(range), today, timeZone, currency };
}
