import { z } from "zod";
import { CUTS, HELPERS, REWRITINGS, retrievalFields } from "@/lib/config/knowledge-retrieval";

const money = z.strictObject({ micros: z.int(), currency: z.string() });
const scored = z.array(z.strictObject({ sliceId: z.uuid(), score: z.number() }));
const place = {
  sliceId: z.uuid(),
  fileId: z.uuid(),
  fileName: z.string(),
  versionId: z.uuid(),
  page: z.int(),
  /** Its place in the file. */
  from: z.int(),
  heading: z.string(),
  /** The beginning of its words. */
  text: z.string(),
};

/** What a base finds for a question, stage by stage (spec G1). */
export const recallLookDto = z.strictObject({
  /** The words the base was searched by. */
  queries: z.array(z.string()),
  rewriting: z.enum(REWRITINGS),
  /** False: the question could not be embedded, words decided alone. */
  isByMeaning: z.boolean(),
  /** Every slice the lists name. */
  slices: z.array(
    z.strictObject({
      ...place,
      /** Where the words of the question stand in `text`. */
      marks: z.array(z.strictObject({ from: z.int(), to: z.int() })),
      /** Name of the picture of the version that they describe. */
      picture: z.string().nullable(),
      /** From 0 to 1; null: not in that list. */
      scores: z.strictObject({
        vector: z.number().nullable(),
        lexical: z.number().nullable(),
        rerank: z.number().nullable(),
      }),
    }),
  ),
  /** Best first, as many as are found. */
  lists: z.strictObject({
    vectors: scored.nullable(),
    words: scored,
    merged: scored,
    /** Null: there is no reranker, or it failed. */
    reranked: scored.nullable(),
  }),
  chosen: scored,
  /** Slices that go along with chosen ones. */
  beside: z.array(z.strictObject({ sliceId: z.uuid(), of: z.uuid() })),
  /** That which got furthest first. */
  left: z.array(z.strictObject({ sliceId: z.uuid(), score: z.number(), cut: z.enum(CUTS) })),
  failed: z.array(z.enum(HELPERS)),
  /** Milliseconds. */
  timings: z.strictObject({
    vectors: z.number(),
    words: z.number(),
    merge: z.number(),
    rerank: z.number(),
    choose: z.number(),
    all: z.number(),
  }),
});
export type RecallLookDto = z.infer<typeof recallLookDto>;

/** Models a question would be put to, each with what that costs at most; null without a price. */
export const recallCostDto = z.strictObject({
  calls: z.array(
    z.strictObject({ helper: z.enum([...HELPERS, "rewrite"]), model: z.string(), cost: money.nullable() }),
  ),
});
export type RecallCostDto = z.infer<typeof recallCostDto>;

/**
 * What loses a slice: it is switched off, its file is outside its days, no list has it among its candidates, the mode, one of the
 * settings, or what a model made of it; `shown`: it stood behind those that a model is shown.
 */
export const TRACE_CUTS = [
  "disabled",
  "notYet",
  "expired",
  "candidates",
  "mode",
  "topK",
  "minScore",
  "unrelated",
  "shown",
  "filter",
  "selection",
  "selectedCount",
] as const;
export type TraceCut = (typeof TRACE_CUTS)[number];

const standing = z.strictObject({
  /** From 1; null: not in the list. */
  rank: z.int().nullable(),
  score: z.number().nullable(),
  /** Slices of the list. */
  of: z.int(),
});

const { mode, topK, minScore, selectedCount } = retrievalFields;

/** Why a slice does not answer a question, and what would keep it (spec G2). */
export const traceDto = z.strictObject({
  /** Null: no slice has the words. */
  target: z
    .strictObject({
      ...place,
      /** Whether it was named, has the very words, or is the one most like them. */
      by: z.enum(["slice", "exact", "likely"]),
    })
    .nullable(),
  /** Files of the base that cannot be found in yet. */
  unready: z.int(),
  /** Null: nothing. */
  cut: z.enum(TRACE_CUTS).nullable(),
  queries: z.array(z.string()),
  /** Null: it is in none, because it or its file is out of use. */
  lists: z
    .strictObject({
      /** Of all slices of the base. Null: words decide alone. */
      vectors: standing.nullable(),
      words: standing,
      merged: standing,
      reranked: standing.nullable(),
      left: standing,
    })
    .nullable(),
  /** Settings that keep it, each by itself, or one pair. */
  changes: z.array(
    z.strictObject({
      mode: mode.optional(),
      topK: topK.optional(),
      minScore: minScore.optional(),
      selectedCount: selectedCount.optional(),
      rerankModelId: z.null().optional(),
    }),
  ),
  /** A model still decides about what the settings let through. */
  asksModel: z.boolean(),
  failed: z.array(z.enum(HELPERS)),
});
export type TraceDto = z.infer<typeof traceDto>;
