import "server-only";
import { type AnsweringSetRow, listAnsweringSets } from "@/db/queries/knowledge/answering-sets";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { readHits } from "@/lib/retrieval/search";
import { type SetsTrace, traceSets } from "@/lib/retrieval/trace";
import type { SearchCalls } from "@/lib/retrieval/types";
import type { Query } from "../chat/rewrite";
import { type Found, mergeQueries } from "./found";
import { selectSlices } from "./select-slices";
import type { Candidate } from "./trace-solver";

/** What a search of one base looks at, for each of its queries. */
export interface BaseStages {
  baseId: string;
  sets: readonly AnsweringSetRow[];
  queries: readonly Query[];
  traces: readonly SetsTrace[];
}

/**
 * As `searchBases` of one base, with all it looks at, and where one slice stands. The caller has checked the right to the base;
 * files of it that are kept from the person are not looked at.
 */
export async function readStages(
  actor: Actor,
  { baseId, queries, sliceId }: { baseId: string; queries: readonly Query[]; sliceId?: string },
  calls: SearchCalls,
): Promise<BaseStages> {
  const sets = await listAnsweringSets(subjectsOf(actor), [baseId]);
  const traces: SetsTrace[] = [];
  for (const { text: query } of queries) traces.push(await traceSets(actor, { ...calls, sets, query, id: sliceId }));
  return { baseId, sets, queries, traces };
}

/** What the base finds by these settings, best first. */
export const mergedOf = (
  { traces }: BaseStages,
  { mode, topK }: Pick<RetrievalSettings, "mode" | "topK">,
): Candidate[] =>
  mergeQueries(
    traces.map(({ fused }) => fused[mode].slice(0, topK)),
    topK,
  );

/** Candidates with their words, in their order; those that have gone meanwhile are left out. */
export async function foundsOf({ sets }: Pick<BaseStages, "sets">, candidates: readonly Candidate[]): Promise<Found[]> {
  const bySet = new Map(sets.map((set) => [set.id, set]));
  return (await readHits(candidates, sets)).flatMap((hit) => {
    const set = bySet.get(hit.setId);
    return set ? [{ hit, set, score: hit.score }] : [];
  });
}

interface Choosing {
  question: string;
  settings: RetrievalSettings;
  found: Found[];
  calls: SearchCalls;
}

/** What a chat would choose of what the base found. */
export function chooseOf(
  actor: Actor,
  { baseId, queries }: BaseStages,
  { question, settings, found, calls }: Choosing,
) {
  const finds = { id: baseId, settings, queries, found, timings: { lexical: 0, vector: 0, fuse: 0 }, ms: 0 };
  return selectSlices(actor, { question, finds: [finds], needsRelation: true, calls });
}
