import type { Price } from "./types";

/** What a call used that costs money. */
export interface Consumption {
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  images: number;
  audioMs: number;
  characters: number;
}

/** The price of a call in millionths of the currency, rounded to a whole one; null where the channel has no price. */
export function costOf(price: Price | null, used: Consumption): number | null {
  if (!price) return null;
  const cached = Math.min(used.cachedTokens, used.inputTokens);
  const cachedRate = price.cachedPerMillion ?? price.inputPerMillion ?? 0;
  const micros =
    ((used.inputTokens - cached) * (price.inputPerMillion ?? 0) + cached * cachedRate) / 1e6 +
    (used.outputTokens * (price.outputPerMillion ?? 0)) / 1e6 +
    used.images * (price.perImage ?? 0) +
    (used.audioMs * (price.perMinute ?? 0)) / 60_000 +
    (used.characters * (price.perMillionCharacters ?? 0)) / 1e6;
  return Math.round(micros);
}

/** What a model would ask for so many tokens; null where its channel has no price. */
export function costOfTokens(
  price: Price | null,
  { inputTokens, outputTokens = 0 }: { inputTokens: number; outputTokens?: number },
): { micros: number; currency: string } | null {
  const micros = costOf(price, { inputTokens, outputTokens, cachedTokens: 0, images: 0, audioMs: 0, characters: 0 });
  return price && micros !== null ? { micros, currency: price.currency } : null;
}
