import { firstOfMonth, lastOfMonth } from "@/lib/config/day-range";
import { percentile } from "@/lib/config/latency";
import type { Sums } from "@/lib/config/usage-measures";
import type { Figures } from "./dto";
import { daysIn } from "./period";

export function figuresOf(sums: Sums): Figures {
  return {
    calls: sums.calls,
    failed: sums.failed,
    questions: sums.questions,
    sessions: sums.sessions,
    tokens: sums.inputTokens + sums.outputTokens,
    inputTokens: sums.inputTokens,
    outputTokens: sums.outputTokens,
    reasoningTokens: sums.reasoningTokens,
    cachedTokens: sums.cachedTokens,
    images: sums.images,
    audioMs: sums.audioMs,
    characters: sums.characters,
    costMicros: sums.costMicros,
    unpriced: sums.unpriced,
    firstTokenMs: sums.firstTokens > 0 ? Math.round(sums.firstTokenMs / sums.firstTokens) : null,
    firstTokenP50: percentile(sums.latency ?? {}, 0.5),
    firstTokenP95: percentile(sums.latency ?? {}, 0.95),
  };
}

/** What sums cost; null where nothing of it has a price, which is not the same as nothing. */
export function costOf({ costMicros, unpriced }: Pick<Figures, "costMicros" | "unpriced">): number | null {
  return costMicros === 0 && unpriced > 0 ? null : costMicros;
}

/** Whether a call used something that costs money and has no price. */
export function isUnpriced(call: Pick<Figures, UsedFigure> & { costMicros: number | null }): boolean {
  return call.costMicros === null && USED.some((figure) => call[figure] > 0);
}
const USED = ["inputTokens", "outputTokens", "images", "audioMs", "characters"] as const;
type UsedFigure = (typeof USED)[number];

/** Change against the period before in parts of one; null where nothing was before. */
export function changeOf(now: number | null, before: number | null): number | null {
  return now === null || !before ? null : (now - before) / before;
}

/** A month's money at its end, if the days to come are like those that were; the running day counts as far as it has come. */
export function projectMonth(spentMicros: number, today: string, dayShare: number): number {
  const days = daysIn({ from: firstOfMonth(today), to: lastOfMonth(today) });
  const passed = daysIn({ from: firstOfMonth(today), to: today }) - 1 + Math.min(1, Math.max(0, dayShare));
  // In a month's first hours a projection would only multiply chance.
  return Math.round((spentMicros / Math.max(passed, 0.25)) * days);
}
