import "server-only";
import type { Actor } from "@/lib/auth/actor";
import type { Cut, Helper } from "@/lib/config/knowledge-retrieval";
import { log } from "@/lib/log";
import { rerankHits } from "@/lib/retrieval/search";
import type { SearchCalls } from "@/lib/retrieval/types";
import type { Query } from "../chat/rewrite";
import { type Found, fuseByRank, JUDGED } from "./found";
import { chooseSlices, filterSlices } from "./judge";
import { findNeighbours, type Neighbour } from "./neighbours";
import { isAlike, namedBy } from "./relation";
import type { BaseFinds } from "./search-bases";

export interface Selecting {
  question: string;
  finds: readonly BaseFinds[];
  /** Slices of all bases together; unset: as many as the bases select. */
  limit?: number;
  /** Slices that have neither a word nor a meaning in common with the question are left out. */
  needsRelation: boolean;
  /** What was asked for by name: a reranker that fails fails the search, a minimum holds without a reranker too. */
  isAsked?: { rerank: boolean; minScore: boolean };
  calls: SearchCalls & { signal?: AbortSignal };
}

/** What became of a slice that was found; `cut` null: it was selected. */
export interface Judged {
  found: Found;
  cut: Cut | null;
}

export interface Selected {
  /** In one order; `score` is by which. */
  kept: { found: Found; score: number }[];
  /** Slices around them, each once. */
  around: Neighbour[];
  /** All that were found, those kept first. */
  judged: Judged[];
  /** Helpers of bases that failed. */
  failed: { baseId: string; helper: Helper }[];
  /** Milliseconds the slowest reranker took. */
  rerankMs: number;
  isReranked: boolean;
}

/**
 * The slices that answer for bases, as each is set: reordered, those that say too little left out, the best chosen, with those
 * around them. Lists of several bases become one by the places in them.
 */
export async function selectSlices(actor: Actor, selecting: Selecting): Promise<Selected> {
  const { finds, limit, calls } = selecting;
  const choices = await Promise.all(finds.map((one) => selectOfBase(actor, one, selecting)));
  calls.signal?.throwIfAborted();
  const fused = fuseByRank(choices.map(({ kept }) => kept));
  const isOneList = choices.filter(({ kept }) => kept.length > 0).length === 1;
  const kept = fused.slice(0, limit).map(({ item, score }) => ({ found: item, score: isOneList ? item.score : score }));
  const distances = new Map(finds.map(({ id, settings }) => [id, settings.distance]));
  const over = fused.slice(kept.length).map(({ item }): Judged => ({ found: item, cut: "limit" }));
  return {
    kept,
    around: await findNeighbours(kept.map(({ found }) => ({ found, distance: distances.get(found.set.baseId) ?? 0 }))),
    judged: [
      ...kept.map(({ found }): Judged => ({ found, cut: null })),
      ...over,
      ...choices.flatMap(({ left }) => left),
    ],
    failed: choices.flatMap(({ failed }, index) => failed.map((helper) => ({ baseId: finds[index]!.id, helper }))),
    rerankMs: Math.max(0, ...choices.map(({ rerankMs }) => rerankMs)),
    isReranked: choices.some(({ isReranked }) => isReranked),
  };
}

interface Choice {
  kept: Found[];
  left: Judged[];
  failed: Helper[];
  rerankMs: number;
  isReranked: boolean;
}

async function selectOfBase(
  actor: Actor,
  { settings, queries, found }: BaseFinds,
  { question, needsRelation, isAsked, calls }: Selecting,
): Promise<Choice> {
  const failed: Helper[] = [];
  const left: Judged[] = [];
  /** Goes on with these; what else there was is left out. */
  const keep = (all: readonly Found[], kept: readonly Found[], cut: Cut): readonly Found[] => {
    const isKept = new Set(kept.map(({ hit }) => hit.sliceId));
    left.unshift(...all.filter(({ hit }) => !isKept.has(hit.sliceId)).map((one) => ({ found: one, cut })));
    return kept;
  };
  /** As a helper has it; where it fails, as it was. */
  const helped = async (helper: Helper, work: () => Promise<Found[]>): Promise<readonly Found[] | null> => {
    try {
      return await work();
    } catch (err) {
      calls.signal?.throwIfAborted();
      if (helper === "rerank" && isAsked?.rerank) throw err;
      log().warn({ err, helper }, "slices selected without a model");
      failed.push(helper);
      return null;
    }
  };
  const { rerankModelId, minScore, filterModelId, selectModelId, selectedCount } = settings;
  const query = queries[0]?.text ?? question;
  let slices: readonly Found[] = found;
  let rerankMs = 0;
  let isReranked = false;
  if (rerankModelId && found.length > 0) {
    const begin = performance.now();
    const ordered = await helped("rerank", () => reranked(actor, { query, found, modelId: rerankModelId, calls }));
    rerankMs = Math.round((performance.now() - begin) * 10) / 10;
    isReranked = ordered !== null;
    slices = ordered ?? slices;
  }
  if (isReranked || isAsked?.minScore)
    slices = keep(
      slices,
      slices.filter(({ score }) => score >= minScore),
      "minScore",
    );
  if (!isReranked && needsRelation) slices = keep(slices, slices.filter(relatesTo(queries)), "unrelated");
  if (filterModelId && slices.length > 0) {
    const asked = slices.slice(0, JUDGED);
    const judging = { question: query, found: asked, modelId: filterModelId, calls };
    const filtered = await helped("filter", () => filterSlices(actor, judging));
    if (filtered) slices = keep(slices, filtered, "filter");
  }
  if (selectModelId && slices.length > selectedCount) {
    const judging = { question: query, found: slices.slice(0, JUDGED), modelId: selectModelId, calls };
    const chosen = await helped("select", () => chooseSlices(actor, selectedCount, judging));
    if (chosen) slices = keep(slices, chosen, "selection");
  }
  const kept = keep(slices, slices.slice(0, selectedCount), "selection");
  return { kept: [...kept], left, failed, rerankMs, isReranked };
}

interface Reranking {
  query: string;
  found: readonly Found[];
  modelId: string;
  calls: SearchCalls;
}

async function reranked(
  actor: Actor,
  { query, found, modelId, calls: { app, sessionId, onCost } }: Reranking,
): Promise<Found[]> {
  const byId = new Map(found.map((one) => [one.hit.sliceId, one]));
  const hits = found.map(({ hit }) => hit);
  const ordered = await rerankHits(actor, { app, sessionId, onCost, query, hits, modelId });
  return ordered.map((hit) => ({ ...byId.get(hit.sliceId)!, hit, score: hit.score }));
}

/** Whether a slice has a word of a query that names something, or means the same to a model that knows meanings. */
function relatesTo(queries: readonly Query[]): (one: Found) => boolean {
  const isNamed = namedBy(queries);
  return (one) => isAlike(one.hit.scores) || isNamed(one);
}
