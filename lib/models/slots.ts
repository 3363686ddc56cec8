import "server-only";
import { takeFromCounters } from "@/db/queries/models/usage";
import type { Counter } from "@/db/schema/models";
import { minuteOf } from "@/lib/config/time";
import type { Demand } from "./limits";
import type { RoutedChannel } from "./types";

/**
 * Takes a call from the own limits of a channel's supplier and key (spec O4), atomically for all processes; false when one
 * of them is used up for this minute, and the next channel is tried.
 */
export async function takeSlot(channel: RoutedChannel, demand: Demand): Promise<boolean> {
  const { supplier, key } = channel.limits;
  const minute = minuteOf();
  const tokens = demand.inputTokens + demand.outputTokens;
  const counters: Counter[] = [];
  const add = (subject: string, limits: typeof supplier) => {
    if (limits.requestsPerMinute !== null) counters.push([subject, "requests", minute, 1, limits.requestsPerMinute]);
    if (limits.tokensPerMinute !== null) counters.push([subject, "tokens", minute, tokens, limits.tokensPerMinute]);
  };
  add(`supplier:${channel.supplierId}`, supplier);
  add(`supplier-key:${channel.keyId}`, key);
  return counters.length === 0 || (await takeFromCounters(counters)) === null;
}
