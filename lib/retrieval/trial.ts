import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { findCachedDimensions, listTextCosines } from "@/db/queries/retrieval/retrieval";
import type { Actor } from "@/lib/auth/actor";
import { Pace } from "@/lib/jobs/pace";
import { log } from "@/lib/log";
import type { ResolvedModel } from "@/lib/models/types";
import { embeddedText } from "./build";
import { indexTerms } from "./index-text";
import { searchBlocks } from "./lexical";
import { CANDIDATES, fuse, questionVector, type VectorSide } from "./search";
import type { NewSlice, SearchCalls, SearchHit, SearchRequest } from "./types";
import { BLOCK_SLICES, Words, WordsBuilder } from "./words";

/** A cut of a version that is stored nowhere and can be searched all the same (spec F2). */
export interface Trial {
  versionId: string;
  /** In the order of the text. */
  slices: readonly TrialSlice[];
  blocks: readonly Words[];
}

interface TrialSlice extends NewSlice {
  id: string;
  ordinal: number;
  /** What its vector is bought for, and the cache's name for it. */
  embedded: { text: string; sha256: string };
}

/** Makes what a cut is searched by, in memory. */
export async function tryCut(versionId: string, cut: readonly NewSlice[], signal: AbortSignal): Promise<Trial> {
  const slices: TrialSlice[] = [];
  const blocks: Words[] = [];
  const pace = new Pace();
  for (let at = 0; at < cut.length; at += BLOCK_SLICES) {
    const builder = new WordsBuilder();
    for (const slice of cut.slice(at, at + BLOCK_SLICES)) {
      signal.throwIfAborted();
      const id = v7();
      const { counts, termCount } = indexTerms(slice);
      builder.add(id, counts, termCount);
      slices.push({ ...slice, id, ordinal: slices.length, embedded: embeddedText(slice) });
      await pace.rest();
    }
    blocks.push(Words.read(builder.build())!);
  }
  return { versionId, slices, blocks };
}

interface TrialRequest extends SearchCalls, Pick<SearchRequest, "query" | "topK" | "mode"> {
  /** By whose vectors, all of which are in the cache; null: by words alone. */
  model: ResolvedModel | null;
}

/** The slices of a cut that answer a question, found and ordered as `search` does with one that is stored. */
export async function searchTrial(
  viewer: Actor,
  trial: Trial,
  { model, query, topK, mode, ...calls }: TrialRequest,
): Promise<SearchHit[]> {
  const limit = Math.max(CANDIDATES, topK);
  const vectors =
    model && mode !== "lexical" ? await vectorsOf(viewer, trial, { ...calls, model, query, limit }) : null;
  const lexical = mode === "vector" && vectors ? [] : searchBlocks(trial.blocks, query, limit);
  const fused = await fuse({ mode, lexical, vectors });
  const byId = new Map(trial.slices.map((slice) => [slice.id, slice]));
  return fused.slice(0, topK).map(({ id, score, vector, lexical: words }) => {
    const { ordinal, from, to, part, partTo, heading, text, parent = null } = byId.get(id)!;
    const place = { sliceId: id, setId: trial.versionId, versionId: trial.versionId, ordinal, from, to, part, partTo };
    return {
      ...place,
      heading,
      text,
      parent,
      picture: null,
      isEdited: false,
      score,
      scores: { vector, lexical: words },
    };
  });
}

/** A model that fails must not cost the answer: words still find. */
async function vectorsOf(
  viewer: Actor,
  { slices }: Trial,
  { model, limit, ...asked }: SearchCalls & { model: ResolvedModel; query: string; limit: number },
): Promise<VectorSide | null> {
  try {
    const hashes = [...new Set(slices.map(({ embedded }) => embedded.sha256))];
    const stored = await findCachedDimensions(db(), model.id, hashes);
    const question = stored === null ? null : await questionVector(viewer, { ...asked, model, stored });
    if (!question) return null;
    const { vector, weight } = question;
    const cosines = await listTextCosines(db(), { hashes, modelId: model.id, vector });
    const scored = slices.flatMap(({ id, embedded }) => {
      const score = cosines.get(embedded.sha256);
      return score === undefined ? [] : [{ id, score }];
    });
    const byId = new Map(scored.map((one) => [one.id, one]));
    return {
      weight,
      nearest: scored.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit),
      cosines: async (ids) => ids.flatMap((id) => byId.get(id) ?? []),
    };
  } catch (err) {
    log().warn({ err, modelId: model.id }, "question could not be embedded; searched by words only");
    return null;
  }
}
