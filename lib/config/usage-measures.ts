import { type Histogram, mergeHistograms } from "./latency";

/** What is summed of model calls, in the order of the rollups' columns. */
export const MEASURES = [
  "calls",
  "failed",
  "questions",
  "sessions",
  "inputTokens",
  "outputTokens",
  "reasoningTokens",
  "cachedTokens",
  "images",
  "audioMs",
  "characters",
  "costMicros",
  "durationMs",
  "firstTokenMs",
  "unpriced",
  "firstTokens",
] as const;
export type Measure = (typeof MEASURES)[number];
/** `latency` where percentiles are wanted: it costs more to read than the rest. */
export type Sums = Record<Measure, number> & { latency?: Histogram };

export const NO_SUMS: Sums = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Record<Measure, number>;

export function addSums(a: Sums, b: Sums): Sums {
  const sums = Object.fromEntries(MEASURES.map((measure) => [measure, a[measure] + b[measure]])) as Record<
    Measure,
    number
  >;
  return a.latency || b.latency ? { ...sums, latency: mergeHistograms(a.latency, b.latency) } : sums;
}
