import "server-only";
import type { SearchedSetRow } from "@/db/queries/retrieval/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { RETRIEVAL_MODES, type RetrievalMode } from "@/lib/config/knowledge-retrieval";
import { type Place, rankWords, type Scored } from "./lexical";
import { CANDIDATES, type Fused, fuse, searchVectors } from "./search";
import type { SearchAnswer, SearchCalls } from "./types";

interface TraceRequest extends SearchCalls {
  sets: readonly SearchedSetRow[];
  query: string;
  /** A slice of the sets whose place is told, however far behind it is. */
  id?: string;
}

/** A search with all it looked at: both sides, and what each mode makes of them. */
export interface SetsTrace {
  query: string;
  /** Scores from 0 to 1, best first. */
  words: Scored[];
  /** Null where the question could not be embedded: the words decide alone, whatever the mode. */
  vectors: Scored[] | null;
  fused: Record<RetrievalMode, Fused[]>;
  /** Of the slice that was asked about, in the units of the lists; null: it has none. */
  places: { words: Place | null; vectors: Place | null };
  /** Milliseconds of each step. */
  timings: SearchAnswer["timings"];
}

/** As `searchSets`, for whoever wants to know why: of every mode, and with the places of one slice. */
export async function traceSets(viewer: Actor, { sets, query, id, ...calls }: TraceRequest): Promise<SetsTrace> {
  const timings = { lexical: 0, vector: 0, fuse: 0 };
  const timed = async <T>(step: keyof typeof timings, work: Promise<T>): Promise<T> => {
    const begin = performance.now();
    return work.finally(() => {
      timings[step] = Math.round((performance.now() - begin) * 10) / 10;
    });
  };
  const limit = CANDIDATES;
  const [side, { list, place }] = await Promise.all([
    timed("vector", searchVectors(viewer, { ...calls, sets, query, limit })),
    timed("lexical", rankWords(sets, query, { limit, id })),
  ]);
  const of = async (mode: RetrievalMode) => [mode, await fuse({ mode, lexical: list, vectors: side })] as const;
  const fused = await timed("fuse", Promise.all(RETRIEVAL_MODES.map(of)));
  const best = list[0]?.score || 1;
  return {
    query,
    words: list.map((one) => ({ ...one, score: one.score / best })),
    vectors: side?.nearest.map((one) => ({ ...one, score: Math.max(0, one.score) })) ?? null,
    fused: Object.fromEntries(fused) as SetsTrace["fused"],
    places: {
      words: place && { ...place, score: place.score / best },
      vectors: (id && (await side?.placeOf(id))) || null,
    },
    timings,
  };
}
