import "server-only";
import { type AnsweringSetRow, listAnsweringSets } from "@/db/queries/knowledge/answering-sets";
import type { Actor } from "@/lib/auth/actor";
import { subjectsOf } from "@/lib/auth/subjects";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { searchSets } from "@/lib/retrieval/search";
import type { SearchAnswer, SearchCalls } from "@/lib/retrieval/types";
import type { Query } from "../chat/rewrite";
import { type Found, mergeQueries } from "./found";

/** A base, how it is searched, and the words it is searched by. */
export interface BaseSearch {
  id: string;
  settings: RetrievalSettings;
  queries: readonly Query[];
}

/** What a search of one base brought, best first. */
export interface BaseFinds extends BaseSearch {
  found: Found[];
  timings: SearchAnswer["timings"];
  ms: number;
}

/** What a search of bases is charged to; `payer`: another one than whose rights count. */
type BaseCalls = SearchCalls & { payer?: Actor };

/**
 * Searches each base by itself: as it is set, by each of its queries, with its own embedding model. The caller has checked the
 * right to the bases; files of them that are kept from the person are not searched.
 */
export async function searchBases(
  actor: Actor,
  bases: readonly BaseSearch[],
  { payer = actor, ...calls }: BaseCalls,
): Promise<BaseFinds[]> {
  const ids = bases.map(({ id }) => id);
  const sets = Map.groupBy(await listAnsweringSets(subjectsOf(actor), ids), ({ baseId }) => baseId);
  return Promise.all(bases.map((base) => searchBase(payer, base, { sets: sets.get(base.id) ?? [], calls })));
}

async function searchBase(
  payer: Actor,
  base: BaseSearch,
  { sets, calls }: { sets: readonly AnsweringSetRow[]; calls: SearchCalls },
): Promise<BaseFinds> {
  const begin = performance.now();
  const { settings, queries } = base;
  const { mode, topK } = settings;
  const bySet = new Map(sets.map((set) => [set.id, set]));
  // A question that leans on the one before it is put in two ways: nobody waits for one before the other.
  const answers = await Promise.all(
    queries.map(({ text: query }) => searchSets(payer, { ...calls, sets, query, topK, mode })),
  );
  const slowest = (step: keyof SearchAnswer["timings"]) => Math.max(0, ...answers.map(({ timings }) => timings[step]));
  const timings = { lexical: slowest("lexical"), vector: slowest("vector"), fuse: slowest("fuse") };
  const lists = answers.map(({ hits }) =>
    hits.map((hit) => ({ id: hit.sliceId, score: hit.score, vector: hit.scores.vector, hit })),
  );
  const found = mergeQueries(lists, topK).flatMap(({ hit, score }) => {
    const set = bySet.get(hit.setId);
    return set ? [{ hit, set, score }] : [];
  });
  return { ...base, found, timings, ms: Math.round(performance.now() - begin) };
}
