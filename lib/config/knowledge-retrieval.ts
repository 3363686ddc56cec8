import { z } from "zod";

/** ARCHITECTURE 9: how words and vectors are put together. */
export const RETRIEVAL_MODES = ["union", "intersection", "vector"] as const;
export type RetrievalMode = (typeof RETRIEVAL_MODES)[number];

/** spec 3: languages a question can be rewritten into, by their BCP 47 code. */
export const REWRITE_LANGUAGES = [
  "zh",
  "en",
  "ja",
  "ko",
  "fr",
  "de",
  "es",
  "pt",
  "ru",
  "ar",
  "vi",
  "th",
  "id",
] as const;

/** Slices one search finds at most. */
export const TOP_K_MAX = 100;
/** Slices of one base that are selected at most. */
export const SELECTED_MAX = 20;
/** spec 9: slices on both sides of a selected one. */
export const DISTANCE_MAX = 10;

/** ARCHITECTURE 9: what answers a question to bases: slices and a model, pairs of question and answer, or these first. */
export const ANSWER_STRATEGIES = ["model", "qa", "qa_then_model"] as const;
export type AnswerStrategy = (typeof ANSWER_STRATEGIES)[number];

/** Likeness from which a pair answers: none of the near misses of `tests/factories/qa-questions.ts` reaches it. */
export const QA_MIN_SCORE = 0.85;
/** Below it hardly a word is the same. */
export const QA_MIN_SCORE_LEAST = 0.5;

const whole = (least: number, most: number) => z.number("number").int("number").min(least, "range").max(most, "range");
const model = z.uuid().nullable();

/** How a base is searched (spec 3, knowledge search config). */
export const retrievalFields = {
  mode: z.enum(RETRIEVAL_MODES),
  /** Slices a search brings, from which the others choose. */
  topK: whole(1, TOP_K_MAX),
  /** Puts them in order; null: as they were found. */
  rerankModelId: model,
  /** Of the reranker: what is below it is not used (spec 9 recommends 0.1). */
  minScore: z.number("number").min(0, "range").max(1, "range"),
  /** Questions are also put as they read without the conversation, and in another language. */
  rewriteEnabled: z.boolean(),
  /** Null: the model that answers. */
  rewriteModelId: model,
  /** Null: the languages of the base's files. */
  rewriteLanguage: z.enum(REWRITE_LANGUAGES).nullable(),
  /** Leaves out slices that do not help with the question; null: none is left out. */
  filterModelId: model,
  /** Chooses among those that are left; null: the first are taken. */
  selectModelId: model,
  /** Slices of the base that are selected at most. */
  selectedCount: whole(1, SELECTED_MAX),
  /** Slices that go along on both sides of each selected one. */
  distance: whole(0, DISTANCE_MAX),
};

export const retrievalSettings = z.strictObject(retrievalFields);
export type RetrievalSettings = z.infer<typeof retrievalSettings>;

/** What a base sets of its own; the rest is the center's. */
export const ownRetrieval = retrievalSettings.partial();
export type OwnRetrieval = z.infer<typeof ownRetrieval>;

/** The center's, each with a default. */
export const centerRetrieval = z.object({
  mode: retrievalFields.mode.default("union"),
  topK: retrievalFields.topK.default(30),
  rerankModelId: model.default(null),
  minScore: retrievalFields.minScore.default(0.1),
  rewriteEnabled: retrievalFields.rewriteEnabled.default(true),
  rewriteModelId: model.default(null),
  rewriteLanguage: retrievalFields.rewriteLanguage.default(null),
  filterModelId: model.default(null),
  selectModelId: model.default(null),
  selectedCount: retrievalFields.selectedCount.default(8),
  distance: retrievalFields.distance.default(0),
}) satisfies z.ZodType<RetrievalSettings>;

/** What kept a slice that was found from being selected: the setting, or that it has nothing to do with the question. */
export const CUTS = ["topK", "unrelated", "minScore", "filter", "selection", "limit"] as const;
export type Cut = (typeof CUTS)[number];

/** Models that help with the selection; one that fails is done without. */
export const HELPERS = ["rerank", "filter", "select"] as const;
export type Helper = (typeof HELPERS)[number];

/** What became of a question that a base may have rewritten; `noModel`: none that could is set or usable. */
export const REWRITINGS = ["done", "off", "notNeeded", "noModel", "failed"] as const;
export type Rewriting = (typeof REWRITINGS)[number];
