import "server-only";
import { channelKeyId, openBreakers, typicalLatency } from "./health";
import type { Demand } from "./limits";
import { type PlannedChannel, planChannels } from "./routing";
import type { ResolvedModel } from "./types";

/** The channels of a model in the order they are tried now, by what is known of their health; `random` as in routing. */
export async function planNow(model: ResolvedModel, demand: Demand, random: () => number): Promise<PlannedChannel[]> {
  const breakers = await openBreakers();
  const now = Date.now();
  return planChannels(model, {
    closedBecause: (channel) => {
      const row = breakers.get(channelKeyId(channel));
      return row && row.retryAt.getTime() > now ? { reason: row.reason, retryAt: row.retryAt } : null;
    },
    latencyOf: typicalLatency,
    inputTokens: demand.inputTokens,
    outputTokens: demand.outputTokens,
    random,
  });
}
