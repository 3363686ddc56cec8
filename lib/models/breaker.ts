import type { ErrorKey } from "@/lib/errors/errors";

/**
 * The rules of a circuit breaker (spec O1), without clock and store. Closed: calls pass, and their outcomes are
 * remembered. Open: no call passes until the pause is over. Then one probe at a time decides.
 */

/** Opens when so many of the last calls failed. */
export const BREAKER_WINDOW = 10;
export const BREAKER_FAILURES = 5;
/** Outcomes older than this say nothing about now, milliseconds. */
const WINDOW_MS = 120_000;
/** The first pause and the longest, milliseconds; each opening in a row doubles it. */
const PAUSE_MS = 30_000;
const PAUSE_MAX_MS = 600_000;
/** A refused key or an empty account does not heal by itself within seconds. */
const REFUSED_PAUSE_MS = 300_000;
/** A supplier's Retry-After is believed up to here, milliseconds. */
const RETRY_AFTER_MAX_MS = 600_000;
/** Without a Retry-After a busy channel rests so long, milliseconds. */
const BUSY_PAUSE_MS = 2000;

/** Failures that say something about the channel, not about the question. */
const FAULTS = new Set<ErrorKey>([
  "supplierUnreachable",
  "supplierTimeout",
  "supplierUnauthorized",
  "supplierQuota",
  "supplierBusy",
  "supplierError",
  "supplierMalformed",
  "interrupted",
]);
/** One is enough: the next call would fail as well. */
const AT_ONCE = new Set<ErrorKey>(["supplierUnauthorized", "supplierQuota", "supplierBusy"]);

export function isFault(error: ErrorKey): boolean {
  return FAULTS.has(error);
}

export interface Outcome {
  at: number;
  ok: boolean;
}

export interface Failure {
  error: ErrorKey;
  retryAfterMs?: number;
}

/** How long a channel is left alone after a failure that opened its breaker, milliseconds. */
export function pauseAfter({ error, retryAfterMs }: Failure, openings: number): number {
  const doubled = (base: number) => Math.min(PAUSE_MAX_MS, base * 2 ** Math.max(0, openings - 1));
  if (error === "supplierBusy") return Math.min(RETRY_AFTER_MAX_MS, retryAfterMs ?? doubled(BUSY_PAUSE_MS));
  if (error === "supplierUnauthorized" || error === "supplierQuota") return REFUSED_PAUSE_MS;
  return doubled(PAUSE_MS);
}

/** The outcomes that still count, oldest first, with the new one. */
export function remember(outcomes: readonly Outcome[], outcome: Outcome): Outcome[] {
  return [...outcomes, outcome].filter(({ at }) => outcome.at - at < WINDOW_MS).slice(-BREAKER_WINDOW);
}

/** Whether a closed breaker opens after these outcomes, the last of which is this failure. */
export function opensAfter(outcomes: readonly Outcome[], { error }: Failure): boolean {
  return AT_ONCE.has(error) || outcomes.filter(({ ok }) => !ok).length >= BREAKER_FAILURES;
}
