import "server-only";
import { AppError } from "@/lib/errors/errors";
import { ToolFailure } from "@/lib/tools/types";
import { inWorker } from "@/lib/tools/worker";
import type { FindMatches } from "./separators";

/** A piece has 40,000 characters: whoever needs longer for one never ends (SECURITY rule 16). */
const PIECE_MS = 1000;
const HEAP_MB = 64;

/** Looks for regular expressions in a thread that can be ended. Throws separatorSlow. */
export function matchFinder(signal: AbortSignal): FindMatches {
  return async (text, patterns) => {
    try {
      const limits = { ms: PIECE_MS, heapMb: HEAP_MB, keep: true };
      return (await inWorker("matches", { text, patterns: [...patterns] }, limits, signal)).starts;
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      signal.throwIfAborted();
      if (error.key === "toolBusy") throw new AppError("systemBusy");
      throw new AppError("separatorSlow");
    }
  };
}
