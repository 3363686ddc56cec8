import type { Sums } from "@/lib/config/usage-measures";
import { daysIn, firstOfMonth, lastOfMonth } from "./period";

/** What people read of sums; milliseconds are null without a first token. */
export interface Figures {
  calls: number;
  failed: number;
  questions: number;
  sessions: number;
  tokens: number;
  inputTokens: number;
  outputTokens: number;
  reasoningTokens: number;
  cachedTokens: number;
  images: number;
  audioMs: number;
  characters: number;
  costMicros: number;
  firstTokenMs: number | null;
  firstTokenP50: number | null;
  firstTokenP95: number | null;
}

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
    firstTokenMs: sums.firstTokens > 0 ? Math.round(sums.firstTokenMs / sums.firstTokens) : null,
    firstTokenP50: percentile(sums, 0.5),
    firstTokenP95: percentile(sums, 0.95),
  };
}

/** Beyond it times to the first token are not told apart, milliseconds. */
export const FIRST_TOKEN_BOUND = 10_000;

const BOUNDS = [
  [500, "within500"],
  [1000, "within1000"],
  [2000, "within2000"],
  [5000, "within5000"],
  [FIRST_TOKEN_BOUND, "within10000"],
] as const;

/**
 * A percentile of the time to the first token, milliseconds, straight between the counted bounds. Beyond the last bound
 * only that bound is known.
 */
export function percentile(sums: Sums, share: number): number | null {
  if (sums.firstTokens === 0) return null;
  const wanted = sums.firstTokens * share;
  let below = 0;
  let from = 0;
  for (const [bound, measure] of BOUNDS) {
    const within = sums[measure];
    if (within >= wanted) return Math.round(from + ((wanted - below) / (within - below)) * (bound - from));
    below = within;
    from = bound;
  }
  return from;
}

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
