/** spec 3: what a base keeps; a multimodal one also finds pictures. */
export const BASE_TYPES = ["general", "multimodal"] as const;
export type BaseType = (typeof BASE_TYPES)[number];

/** Of an answer that was filed into a base (spec B7). */
export const DRAFT_STATES = ["open", "approved", "rejected"] as const;

/** Of a web page that is a file of a base: how often it is looked at again, and what became of it the last time. */
export const PAGE_REFRESH = ["never", "daily", "weekly"] as const;
export const PAGE_STATUS = ["found", "gone", "failed"] as const;

/** Of a file that a model reads anew, until a person decides (spec F10). */
export const REREADING_STATUS = ["running", "ready", "failed"] as const;

/** Of a pair of question and answer: proposed ones answer nobody until somebody approves them. */
export const QA_STATES = ["proposed", "active", "off"] as const;
export const QA_ORIGINS = ["typed", "imported", "generated", "answer"] as const;

/** What became of a question that was put to a base; `curated`: a pair of question and answer answered. */
export const ANSWER_OUTCOMES = ["answered", "curated", "notFound", "failed"] as const;
export type AnswerOutcome = (typeof ANSWER_OUTCOMES)[number];

/** Answers that are worth keeping, and those that something is wrong with, with what spoke for it (spec H2, H4). */
export const FINDING_KINDS = ["good", "wrong"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
export const FINDING_CAUSES = ["like", "dislike", "lowSupport", "notFound", "asked"] as const;
export type FindingCause = (typeof FINDING_CAUSES)[number];
export const FINDING_STATES = ["open", "assigned", "done", "dismissed"] as const;

/** spec H2. `verified` is reached by asking again alone. */
export const GAP_STATES = ["open", "assigned", "fixed", "verified"] as const;
export type GapState = (typeof GAP_STATES)[number];
/** Why a question of a gap still has no good answer. */
export const GAP_MISSES = ["notFound", "lowSupport", "noRight", "failed"] as const;

/** Of a recall test: where its questions come from, whether they count, and how a run of it stands. */
export const RECALL_ORIGINS = ["typed", "imported", "record", "generated"] as const;
export const RECALL_ITEM_STATES = ["proposed", "active"] as const;
export const RECALL_RUN_STATES = ["running", "done", "cancelled", "failed"] as const;

/** Why parameters were backed up. */
export const BACKUP_KINDS = ["manual", "beforeApply", "beforeRestore"] as const;

export const RECOMMENDED_ORIGINS = ["manual", "auto"] as const;

/** Kinds of files as people tell them apart. */
export const FILE_KINDS = ["pdf", "word", "slides", "table", "page", "text", "image"] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Parts of the center an administrator may switch off. */
export const CENTER_OFFERS = ["everybody", "multimodal", "webPages", "enhancedParsing", "filing", "exports"] as const;
export type CenterOffer = (typeof CENTER_OFFERS)[number];
