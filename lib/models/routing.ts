import { costOf } from "./prices";
import type { ResolvedModel, RoutedChannel } from "./types";

/** What routing looks at besides the model's own settings. */
export interface RoutingFacts {
  /** Why a channel is left out now, or null when it may be tried. */
  closedBecause(channel: RoutedChannel): { reason: string; retryAt: Date } | null;
  /** Typical time to the first token, milliseconds; null when nothing is known. */
  latencyOf(channel: RoutedChannel): number | null;
  /** Expected use, for routing by cost. */
  inputTokens: number;
  outputTokens: number;
  /** 0 up to 1, not 1. */
  random(): number;
}

export interface PlannedChannel {
  channel: RoutedChannel;
  /** Expected cost in millionths, where the channel has a price. */
  cost: number | null;
  latencyMs: number | null;
  /** Chance of being first among its priority, per cent; only where weights decide. */
  share: number | null;
  /** Left out now. */
  closed: { reason: string; retryAt: Date } | null;
}

/**
 * The channels of a model in the order they are tried (spec O3): by priority; within one priority by weighted chance, by
 * expected cost or by typical latency, as the model says. Unknown costs and latencies come last, ties fall by weight.
 * Channels with an open breaker stand at the end and are not tried until their pause is over.
 */
export function planChannels(model: ResolvedModel, facts: RoutingFacts): PlannedChannel[] {
  const planned = model.channels
    .filter((channel) => channel.weight > 0)
    .map((channel) => ({
      channel,
      cost: costOf(channel.price, { ...NOTHING, inputTokens: facts.inputTokens, outputTokens: facts.outputTokens }),
      latencyMs: facts.latencyOf(channel),
      share: null,
      closed: facts.closedBecause(channel),
    }));
  const groups = Map.groupBy(planned, (entry) => entry.channel.priority);
  const ordered = [...groups.keys()]
    .sort((a, b) => a - b)
    .flatMap((priority) => orderGroup(groups.get(priority) ?? [], model.routing, facts.random));
  return [...ordered.filter(({ closed }) => !closed), ...ordered.filter(({ closed }) => closed)];
}

const NOTHING = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, images: 0, audioMs: 0, characters: 0 };

function orderGroup(
  group: PlannedChannel[],
  routing: ResolvedModel["routing"],
  random: () => number,
): PlannedChannel[] {
  const open = group.filter(({ closed }) => !closed);
  const total = open.reduce((sum, { channel }) => sum + channel.weight, 0);
  const shared = group.map((entry) => ({
    ...entry,
    share: routing === "weight" && !entry.closed ? Math.round((entry.channel.weight / total) * 100) : null,
  }));
  const drawn = byChance(shared, random);
  if (routing === "weight") return drawn;
  const figure = (entry: PlannedChannel) =>
    (routing === "cost" ? entry.cost : entry.latencyMs) ?? Number.POSITIVE_INFINITY;
  // A stable sort keeps the drawn order among equals.
  return drawn.sort((a, b) => (figure(a) === figure(b) ? 0 : figure(a) - figure(b)));
}

/** Weighted order without repetition: the chance to be first is the weight's share. */
function byChance(group: PlannedChannel[], random: () => number): PlannedChannel[] {
  const keyed = group.map((entry) => ({ entry, key: -Math.log(1 - random()) / entry.channel.weight }));
  return keyed.sort((a, b) => a.key - b.key).map(({ entry }) => entry);
}
