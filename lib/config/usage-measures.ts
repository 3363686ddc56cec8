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
  "firstTokens",
  "within500",
  "within1000",
  "within2000",
  "within5000",
  "within10000",
] as const;
export type Measure = (typeof MEASURES)[number];
export type Sums = Record<Measure, number>;

export const NO_SUMS = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Sums;

export function addSums(a: Sums, b: Sums): Sums {
  return Object.fromEntries(MEASURES.map((measure) => [measure, a[measure] + b[measure]])) as Sums;
}
