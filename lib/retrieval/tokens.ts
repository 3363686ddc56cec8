import "server-only";
import { Pace } from "@/lib/jobs/pace";
import { ToolFailure } from "@/lib/tools/types";
import { inWorker } from "@/lib/tools/worker";
import type { CountMany } from "./segment";

type Count = (text: string) => number;

let counter: Promise<Count> | undefined;

/** The one tokenizer (ARCHITECTURE 9). Its table is some megabytes, so it is loaded at first use. */
export function tokenCounter(): Promise<Count> {
  counter ??= import("@/lib/tools/workers/token-count").then(({ tokensIn }) => tokensIn);
  return counter;
}

export async function countTokens(text: string): Promise<number> {
  return (await tokenCounter())(text);
}

/** Characters from which texts are counted in a thread: of fewer it is done before a thread has begun. */
const MANY = 8000;
/** A piece has 40,000 characters, which take 50 ms: what takes so long has come to grief. */
const COUNT_MS = 10_000;
const HEAP_MB = 256;

const shared = globalThis as typeof globalThis & { __tokenCounts?: Promise<unknown> };

/**
 * Counts the tokens of many texts in a thread that is kept, one call after the other: each further thread would have a table of
 * its own. Where none is to be had they are counted here, as often.
 */
export function manyTokensCounter(signal: AbortSignal): CountMany {
  return async (texts) => {
    if (texts.reduce((sum, { length }) => sum + length, 0) < MANY) return countHere(texts);
    const counts = (shared.__tokenCounts ?? Promise.resolve()).then(() =>
      inWorker("tokens", { texts: [...texts] }, { ms: COUNT_MS, heapMb: HEAP_MB, keep: true }, signal),
    );
    shared.__tokenCounts = counts.catch(() => undefined);
    try {
      return (await counts).counts;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      signal.throwIfAborted();
      return countHere(texts);
    }
  };
}

async function countHere(texts: readonly string[]): Promise<number[]> {
  const count = await tokenCounter();
  const pace = new Pace();
  const counts: number[] = [];
  for (const text of texts) {
    counts.push(count(text));
    await pace.rest();
  }
  return counts;
}
