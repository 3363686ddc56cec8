import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { countNearer, listCosines } from "@/db/queries/retrieval/ranks";
import {
  findDimensions,
  listSearchedSets,
  listSlicesById,
  type SearchedSetRow,
} from "@/db/queries/retrieval/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { log } from "@/lib/log";
import { rerank } from "@/lib/models/calls";
import { resolveModelOf } from "@/lib/models/registry";
import { isBuiltin } from "@/lib/models/templates";
import type { ResolvedModel } from "@/lib/models/types";
import { batchesOf } from "./batches";
import { embedTexts } from "./build";
import { findNearest } from "./graph";
import { indexText } from "./index-text";
import { type Place, type Scored, searchWords } from "./lexical";
import type { SearchAnswer, SearchCalls, SearchHit, SearchRequest } from "./types";

/** Slices each side brings to the fusion. */
export const CANDIDATES = 100;
/** Weight of likeness in meaning against words, both between 0 and 1. */
const VECTOR_WEIGHT = 0.4;
/** The built-in vectors know words only, and less of them: they may part what words find alike, and no more. */
const BUILTIN_VECTOR_WEIGHT = 0.15;

export interface Fused {
  id: string;
  score: number;
  vector?: number;
  lexical?: number;
}

/**
 * Finds the slices that answer a question. Every set named is searched as it is: callers have checked that the person may
 * read what they name. Sets that are not ready, or gone, are passed over.
 */
export async function search(viewer: Actor, { setIds, ...request }: SearchRequest): Promise<SearchAnswer> {
  const isAsked = request.query.trim() !== "" && setIds.length > 0;
  return searchSets(viewer, { ...request, sets: isAsked ? await listSearchedSets(db(), [...new Set(setIds)]) : [] });
}

interface SetsRequest extends Omit<SearchRequest, "setIds"> {
  sets: readonly SearchedSetRow[];
}

/** As `search`, of sets that were read just now, each named once. */
export async function searchSets(viewer: Actor, { sets, ...request }: SetsRequest): Promise<SearchAnswer> {
  const timings = { lexical: 0, vector: 0, fuse: 0 };
  const timed = async <T>(step: keyof typeof timings, work: () => Promise<T>): Promise<T> => {
    const begin = performance.now();
    try {
      return await work();
    } finally {
      timings[step] = Math.round((performance.now() - begin) * 10) / 10;
    }
  };
  const query = request.query.trim();
  if (query === "" || sets.length === 0) return { hits: [], timings };
  const limit = Math.max(CANDIDATES, request.topK);
  const { mode, topK, ...calls } = request;
  const byWords = () => timed("lexical", () => searchWords(sets, query, limit));
  const byVectors = () => timed("vector", () => searchVectors(viewer, { ...calls, sets, query, limit }));
  let [vectors, lexical]: [VectorSide | null, Scored[]] = [null, []];
  if (mode === "vector") vectors = await byVectors();
  else [vectors, lexical] = await Promise.all([mode === "lexical" ? null : byVectors(), byWords()]);
  if (mode === "vector" && !vectors) lexical = await byWords();
  const fused = await timed("fuse", () => fuse({ mode, lexical, vectors }));
  return { hits: await readHits(fused.slice(0, topK), sets), timings };
}

export interface VectorSide {
  nearest: Scored[];
  /** Of this side in the fusion. */
  weight: number;
  /** Likeness of slices the other side brought. */
  cosines(ids: readonly string[]): Promise<Scored[]>;
}

/** The side of vectors of sets that can be asked where one of their slices stands. */
export interface SearchedVectors extends VectorSide {
  /** However far behind the nearest it is; null for a slice without a vector. */
  placeOf(id: string): Promise<Place | null>;
}

/** Sets may have been embedded by different models: each is asked by its own, likeness is comparable enough to sort by. */
export async function searchVectors(
  viewer: Actor,
  { sets, limit, ...asked }: SearchCalls & { sets: readonly SearchedSetRow[]; query: string; limit: number },
): Promise<SearchedVectors | null> {
  const spaces: { sets: readonly SearchedSetRow[]; modelId: string; vector: number[]; weight: number }[] = [];
  for (const [modelId, members] of Map.groupBy(sets, (set) => set.embeddingModelId)) {
    const setIds = members.map(({ id }) => id);
    const question = modelId && (await queryVector(viewer, { ...asked, modelId, setIds }));
    if (modelId && question) spaces.push({ sets: members, modelId, ...question });
  }
  if (spaces.length === 0) return null;
  const nearest: Scored[] = [];
  for (const space of spaces) nearest.push(...(await findNearest(space, limit)));
  const cosines = async (ids: readonly string[]) => {
    const found: Scored[] = [];
    for (const { modelId, vector } of spaces) found.push(...(await listCosines({ ids, modelId, vector })));
    return found;
  };
  return {
    nearest: nearest.sort((a, b) => b.score - a.score).slice(0, limit),
    weight: Math.max(...spaces.map(({ weight }) => weight)),
    cosines,
    placeOf: async (id) => {
      const [own] = await cosines([id]);
      if (!own) return null;
      const place = { rank: 1, score: own.score, of: 0 };
      for (const { sets: members, modelId, vector } of spaces)
        for (const batch of batchesOf(members, ({ sliceCount }) => sliceCount, COUNTED)) {
          const setIds = batch.map(({ id }) => id);
          const { nearer, of } = await countNearer(db(), { setIds, modelId, vector }, own);
          place.rank += nearer;
          place.of += of;
        }
      return place;
    },
  };
}

/** Slices whose likeness one statement works out, so that searches come in between (TRAPS b). */
const COUNTED = 2000;

/** Questions just embedded: one is put to several documents, and to a model that reads on. */
const RECENT_MS = 60_000;
const RECENT_MAX = 64;
const recent = new Map<string, { at: number; vector: Promise<number[] | undefined> }>();

/** The vector of a question, bought once. The caller has checked that the person may use the model. */
function embedQuestion(
  viewer: Actor,
  { model, query, dimensions, ...calls }: SearchCalls & { model: ResolvedModel; query: string; dimensions?: number },
): Promise<number[] | undefined> {
  const key = `${model.id} ${dimensions ?? ""} ${query}`;
  const known = recent.get(key);
  if (known && Date.now() - known.at < RECENT_MS) return known.vector;
  const vector = embedTexts({ ...calls, viewer, model, inputs: [query], dimensions }).then(([first]) => first);
  recent.delete(key);
  recent.set(key, { at: Date.now(), vector });
  vector.catch(() => recent.delete(key));
  if (recent.size > RECENT_MAX) recent.delete(recent.keys().next().value!);
  return vector;
}

/** The question as a vector. A model that fails or was removed must not cost the answer: words still find. */
async function queryVector(
  viewer: Actor,
  { modelId, setIds, ...asked }: SearchCalls & { query: string; modelId: string; setIds: string[] },
): Promise<{ vector: number[]; weight: number } | null> {
  try {
    const stored = await findDimensions(setIds, modelId);
    if (stored === null) return null;
    const model = await resolveModelOf(viewer, modelId, ["vector"]);
    return await questionVector(viewer, { ...asked, model, stored });
  } catch (err) {
    log().warn({ err, modelId }, "question could not be embedded; searched by words only");
    return null;
  }
}

/** The question as vectors of so many dimensions are compared with, and what they count; null where the model gives others. */
export async function questionVector(
  viewer: Actor,
  { stored, ...asked }: SearchCalls & { query: string; model: ResolvedModel; stored: number },
): Promise<{ vector: number[]; weight: number } | null> {
  const weight = isBuiltin(asked.model) ? BUILTIN_VECTOR_WEIGHT : VECTOR_WEIGHT;
  const vector = await embedQuestion(viewer, asked);
  if (vector?.length === stored) return { vector, weight };
  const asStored = await embedQuestion(viewer, { ...asked, dimensions: stored });
  return asStored?.length === stored ? { vector: asStored, weight } : null;
}

interface Sides {
  mode: SearchRequest["mode"];
  lexical: Scored[];
  vectors: VectorSide | null;
}

/** One order from both sides. Without vectors the words decide alone, whatever the mode. */
export async function fuse({ mode, lexical, vectors }: Sides): Promise<Fused[]> {
  const best = lexical[0]?.score || 1;
  const words = new Map(lexical.map(({ id, score }) => [id, score / best]));
  if (!vectors) return lexical.map(({ id }) => ({ id, score: words.get(id)!, lexical: words.get(id)! }));
  const nearest = vectors.nearest.map(({ id, score }) => ({ id, score: Math.max(0, score) }));
  if (mode === "vector") return nearest.map(({ id, score }) => ({ id, score, vector: score }));
  const likeness = new Map(nearest.map(({ id, score }) => [id, score]));
  const isBoth = (id: string) => words.has(id) && likeness.has(id);
  const ids = new Set([...words.keys(), ...likeness.keys()].filter((id) => mode !== "intersection" || isBoth(id)));
  const unknown = [...ids].filter((id) => !likeness.has(id));
  for (const { id, score } of await vectors.cosines(unknown)) likeness.set(id, Math.max(0, score));
  return [...ids]
    .map((id) => {
      const lexicalScore = words.get(id) ?? 0;
      const vectorScore = likeness.get(id) ?? 0;
      const score = (1 - vectors.weight) * lexicalScore + vectors.weight * vectorScore;
      return { id, score, vector: likeness.get(id), lexical: words.get(id) };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Slices that were found, with their words, in the order of a list; those that are gone or switched off are left out. */
export async function readHits(fused: readonly Fused[], sets: readonly SearchedSetRow[]): Promise<SearchHit[]> {
  if (fused.length === 0) return [];
  const versions = new Map(sets.map(({ id, versionId }) => [id, versionId]));
  const rows = await listSlicesById(
    db(),
    fused.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return fused.flatMap(({ id, score, vector, lexical }) => {
    const row = byId.get(id);
    const versionId = row && versions.get(row.setId);
    if (!row || !versionId) return [];
    const { id: sliceId, tokens: _, ...place } = row;
    return [{ sliceId, versionId, ...place, score, scores: { vector, lexical } }];
  });
}

/** Hits as a rerank model orders them, with its scores. Throws modelNotFound, modelWrongType, what the call fails with. */
export async function rerankHits(
  viewer: Actor,
  { query, hits, modelId, ...calls }: SearchCalls & { query: string; hits: readonly SearchHit[]; modelId: string },
): Promise<SearchHit[]> {
  if (hits.length === 0) return [];
  const model = await resolveModelOf(viewer, modelId, ["rerank"]);
  const { results } = await rerank(
    { ...calls, actor: viewer, requestId: v7(), model, keepsContent: false },
    { query, documents: hits.map(indexText), topN: hits.length },
  );
  return results.flatMap(({ index, score }) => {
    const hit = hits[index];
    return hit ? [{ ...hit, score, scores: { ...hit.scores, rerank: score } }] : [];
  });
}
