import type { AnsweringSetRow } from "@/db/queries/knowledge/answering-sets";
import type { SearchHit } from "@/lib/retrieval/types";

export type AnsweringSet = Pick<AnsweringSetRow, "id" | "versionId" | "baseId" | "fileId" | "fileName">;

/** A slice of a base that was found. */
export interface Found {
  hit: SearchHit;
  set: AnsweringSet;
  /** By which the list of its base is ordered, 0 to 1. */
  score: number;
}

/** Slices a model is shown at most: what it costs stays within bounds. */
export const JUDGED = 50;

/** Damps the first ranks, so that a slice found twice goes before one found once at the top. */
const RANK_DAMPING = 60;

/** What a place in a list counts, from 1 for the first one. */
export const rankScore = (rank: number) => (RANK_DAMPING + 1) / (RANK_DAMPING + 1 + rank);

/**
 * One list of several, by the places in them: scores of different models say nothing about each other. Of two things in the
 * same place the one of the earlier list goes first.
 */
export function fuseByRank<T>(lists: readonly (readonly T[])[]): { item: T; score: number }[] {
  return lists
    .flatMap((list) => list.map((item, rank) => ({ item, rank })))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item, rank }) => ({ item, score: rankScore(rank) }));
}

interface Listed {
  id: string;
  score: number;
  /** Likeness in meaning. */
  vector?: number;
}

/**
 * One list of what several queries of one base brought, each within the number that is asked for. Scores of several queries say
 * nothing about each other, places do; of several looks at a slice the one that speaks most for it stays.
 */
export function mergeQueries<One extends Listed>(lists: readonly (readonly One[])[], topK: number): One[] {
  const merged = new Map<string, One>();
  for (const list of lists)
    for (const [rank, one] of list.entries()) {
      const known = merged.get(one.id);
      const score = lists.length === 1 ? one.score : (known?.score ?? 0) + rankScore(rank) / lists.length;
      const better = known && (known.vector ?? 0) >= (one.vector ?? 0) ? known : one;
      merged.set(one.id, { ...better, score });
    }
  return [...merged.values()].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, topK);
}
