import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { GRAINS } from "@/lib/config/day-range";
import { DISLIKE_REASONS } from "@/lib/config/feedback";
import {
  ANSWER_OUTCOMES,
  BACKUP_KINDS,
  FINDING_CAUSES,
  FINDING_KINDS,
  FINDING_STATES,
  GAP_MISSES,
  GAP_STATES,
  RECALL_ITEM_STATES,
  RECALL_ORIGINS,
  RECALL_RUN_STATES,
  RECOMMENDED_ORIGINS,
} from "@/lib/config/knowledge-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { chatMessages } from "./conversation";
import { knowledgeBases, knowledgeQas, ofBase } from "./knowledge";
import { users } from "./organisation";

const person = (name: string) => uuid(name).references(() => users.id, { onDelete: "restrict" });
const day = () => date("day", { mode: "string" }).notNull();
const grain = () => text("grain", { enum: GRAINS }).notNull().default("day");
const counted = (name: string) => integer(name).notNull().default(0);
const costMicros = () => bigint("cost_micros", { mode: "number" }).notNull().default(0);

/**
 * A base's part in an answer: what its usage is counted from (spec H1). It holds no words, and outlives the conversation and
 * the versions of the files.
 */
export const knowledgeAnswers = pgTable(
  "knowledge_answers",
  {
    /** The answer; its words may be gone. */
    messageId: uuid("message_id").notNull(),
    baseId: ofBase(),
    userId: person("user_id").notNull(),
    /** Of the person at that moment. */
    departmentId: uuid("department_id"),
    app: text("app").notNull(),
    /** Of the product's time zone. */
    day: day(),
    answeredAt: at("answered_at").notNull(),
    outcome: text("outcome", { enum: ANSWER_OUTCOMES }).notNull(),
    /** Sentences with a citation, and those their passage supports. */
    cited: counted("cited"),
    supported: counted("supported"),
    /** Its share of what the answer cost. */
    costMicros: costMicros(),
    feedback: text("feedback", { enum: ["like", "dislike"] }),
    feedbackReason: text("feedback_reason", { enum: DISLIKE_REASONS }),
    /** The same for questions of the same words. */
    questionKey: text("question_key").notNull(),
    /** `UsedSlice[]`: the slices that went to the model. */
    used: jsonb("used").notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.baseId] }),
    index("knowledge_answers_base_idx").on(t.baseId, t.answeredAt),
    index("knowledge_answers_user_idx").on(t.userId),
    // With what usage groups and narrows by: reasons are counted from the index alone.
    index("knowledge_answers_feedback_idx")
      .on(t.baseId, t.answeredAt, t.feedbackReason, t.departmentId)
      .where(sql`feedback = 'dislike'`),
  ],
);

/** Answers of a base summed by day and department; the nil UUID stands for nobody's department. */
export const knowledgeDays = pgTable(
  "knowledge_days",
  {
    baseId: ofBase(),
    day: day(),
    departmentId: uuid("department_id").notNull(),
    questions: counted("questions"),
    answered: counted("answered"),
    notFound: counted("not_found"),
    cited: counted("cited"),
    supported: counted("supported"),
    likes: counted("likes"),
    dislikes: counted("dislikes"),
    costMicros: costMicros(),
  },
  (t) => [primaryKey({ columns: [t.baseId, t.day, t.departmentId] })],
);

/** Who asked a base on a day, and in a month: its first day. */
export const knowledgeAskers = pgTable(
  "knowledge_askers",
  {
    baseId: ofBase(),
    grain: grain(),
    day: day(),
    userId: person("user_id").notNull(),
    departmentId: uuid("department_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.baseId, t.grain, t.day, t.userId, t.departmentId] }),
    index("knowledge_askers_user_idx").on(t.userId),
  ],
);

/** How often a question of the same words was put to a base on a day and in a month, with its newest answer. */
export const knowledgeQuestions = pgTable(
  "knowledge_questions",
  {
    baseId: ofBase(),
    grain: grain(),
    day: day(),
    questionKey: text("question_key").notNull(),
    questions: counted("questions"),
    answered: counted("answered"),
    messageId: uuid("message_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.baseId, t.grain, t.day, t.questionKey] })],
);

/**
 * What a slice answered with on a day and in a month, by the file of the base and the slice's words: a new version that has the same words
 * goes on counting. An empty key counts the file itself, each answer once.
 */
export const sliceUses = pgTable(
  "slice_uses",
  {
    baseId: ofBase(),
    grain: grain(),
    day: day(),
    knowledgeFileId: uuid("knowledge_file_id").notNull(),
    sliceKey: text("slice_key").notNull(),
    hits: counted("hits"),
    cited: counted("cited"),
    likes: counted("likes"),
    dislikes: counted("dislikes"),
  },
  (t) => [primaryKey({ columns: [t.baseId, t.grain, t.day, t.knowledgeFileId, t.sliceKey] })],
);

/** Questions of one meaning that a base answers badly (spec H2). */
export const knowledgeGaps = pgTable(
  "knowledge_gaps",
  {
    id: id(),
    baseId: ofBase(),
    state: text("state", { enum: GAP_STATES }).notNull().default("open"),
    /** Who closes it. */
    ownerId: person("owner_id"),
    dueAt: at("due_at"),
    /** The vector its questions lie around, numbers between -1 and 1. */
    center: jsonb("center").notNull(),
    /** Model of the vector. */
    modelId: uuid("model_id"),
    stateAt: at("state_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("knowledge_gaps_base_idx").on(t.baseId, t.state, t.stateAt),
    index("knowledge_gaps_owner_idx").on(t.ownerId),
  ],
);

/** What became of a gap. */
export const gapEvents = pgTable(
  "gap_events",
  {
    id: id(),
    gapId: uuid("gap_id")
      .notNull()
      .references(() => knowledgeGaps.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    /** Null: the product itself. */
    actorId: uuid("actor_id").references(() => users.id, { onDelete: "set null" }),
    facts: jsonb("facts").notNull().default({}),
    createdAt: createdAt(),
  },
  (t) => [index("gap_events_gap_idx").on(t.gapId, t.id)],
);

/** An answer that is worth keeping, or that something is wrong with, until somebody has dealt with it. Its words stay in the chat. */
export const knowledgeFindings = pgTable(
  "knowledge_findings",
  {
    id: id(),
    baseId: ofBase(),
    /** The answer; null once its words are gone. */
    messageId: uuid("message_id").references(() => chatMessages.id, { onDelete: "set null" }),
    kind: text("kind", { enum: FINDING_KINDS }).notNull(),
    causes: text("causes", { enum: FINDING_CAUSES }).array().notNull(),
    /** The asker said so: they were told who reads it. Else the policy of their department decides (spec B8). */
    isByAsker: boolean("is_by_asker").notNull(),
    askerId: person("asker_id").notNull(),
    departmentId: uuid("department_id"),
    reason: text("reason", { enum: DISLIKE_REASONS }),
    state: text("state", { enum: FINDING_STATES }).notNull().default("open"),
    assigneeId: person("assignee_id"),
    gapId: uuid("gap_id").references(() => knowledgeGaps.id, { onDelete: "set null" }),
    /** How near the middle of its gap it lies, from -1 to 1: the nearest one gives the gap its title. */
    gapLikeness: real("gap_likeness"),
    /** What was made of it. */
    qaId: uuid("qa_id").references(() => knowledgeQas.id, { onDelete: "set null" }),
    recallItemId: uuid("recall_item_id").references(() => recallItems.id, { onDelete: "set null" }),
    askedAt: at("asked_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    unique("knowledge_findings_message_key").on(t.messageId, t.baseId, t.kind),
    index("knowledge_findings_base_idx").on(t.baseId, t.kind, t.askedAt),
    index("knowledge_findings_gap_idx").on(t.gapId),
    index("knowledge_findings_asker_idx").on(t.askerId),
    index("knowledge_findings_assignee_idx").on(t.assigneeId),
    index("knowledge_findings_qa_idx").on(t.qaId),
    index("knowledge_findings_recall_idx").on(t.recallItemId),
  ],
);

/** How a question of a gap was answered when it was asked again. */
export const gapChecks = pgTable(
  "gap_checks",
  {
    findingId: uuid("finding_id")
      .primaryKey()
      .references(() => knowledgeFindings.id, { onDelete: "cascade" }),
    gapId: uuid("gap_id")
      .notNull()
      .references(() => knowledgeGaps.id, { onDelete: "cascade" }),
    /** Null: it passed. */
    miss: text("miss", { enum: GAP_MISSES }),
    cited: counted("cited"),
    supported: counted("supported"),
    /** The beginning of the answer, with its citations as `MessagePart[]`: shown to whoever may read the question. */
    parts: jsonb("parts").notNull().default([]),
    checkedAt: at("checked_at").notNull().defaultNow(),
  },
  (t) => [index("gap_checks_gap_idx").on(t.gapId)],
);

/** Questions with what a search of the base should find (spec G3). */
export const recallSets = pgTable(
  "recall_sets",
  {
    id: id(),
    baseId: ofBase(),
    name: text("name").notNull(),
    authorId: person("author_id").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("recall_sets_base_idx").on(t.baseId, t.id), index("recall_sets_author_idx").on(t.authorId)],
);

const ofRecallSet = () =>
  uuid("set_id")
    .notNull()
    .references(() => recallSets.id, { onDelete: "cascade" });

export const recallItems = pgTable(
  "recall_items",
  {
    id: id(),
    setId: ofRecallSet(),
    question: text("question").notNull(),
    /** `ExpectedPlace[]`: files, or words of them, one of which should be found. */
    expected: jsonb("expected").notNull(),
    state: text("state", { enum: RECALL_ITEM_STATES }).notNull().default("active"),
    origin: text("origin", { enum: RECALL_ORIGINS }).notNull().default("typed"),
    /** What was searched and found when the question went wrong (spec H5). */
    trace: jsonb("trace"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("recall_items_set_idx").on(t.setId, t.id)],
);

/** A set asked by one setting, or by two beside each other. */
export const recallRuns = pgTable(
  "recall_runs",
  {
    id: id(),
    setId: ofRecallSet(),
    authorId: person("author_id").notNull(),
    /** `RetrievalSettings` of both sides; the second null: there is one. */
    settings: jsonb("settings").notNull(),
    others: jsonb("others"),
    state: text("state", { enum: RECALL_RUN_STATES }).notNull().default("running"),
    questions: counted("questions"),
    /** `RecallFigures` of each side, once it is done. */
    figures: jsonb("figures"),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("recall_runs_set_idx").on(t.setId, t.id), index("recall_runs_author_idx").on(t.authorId)],
);

export const recallResults = pgTable(
  "recall_results",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => recallRuns.id, { onDelete: "cascade" }),
    itemId: uuid("item_id")
      .notNull()
      .references(() => recallItems.id, { onDelete: "cascade" }),
    /** `RecallResult` of each side. */
    first: jsonb("first").notNull(),
    second: jsonb("second"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.itemId] }), index("recall_results_item_idx").on(t.itemId)],
);

/** How a base, or the center, was searched at a moment (spec G3). */
export const parameterBackups = pgTable(
  "parameter_backups",
  {
    id: id(),
    /** Null: the center. */
    baseId: uuid("base_id").references(() => knowledgeBases.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    kind: text("kind", { enum: BACKUP_KINDS }).notNull().default("manual"),
    /** `OwnRetrieval` of a base, `RetrievalSettings` of the center. */
    settings: jsonb("settings").notNull(),
    authorId: person("author_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("parameter_backups_base_idx").on(t.baseId, t.id), index("parameter_backups_author_idx").on(t.authorId)],
);

/** Questions a person is offered where conversations with bases begin (spec H6). */
export const recommendedQuestions = pgTable(
  "recommended_questions",
  {
    id: id(),
    content: text("content").notNull(),
    /** The base that answers it; null: shown to everybody who may ask. */
    baseId: uuid("base_id").references(() => knowledgeBases.id, { onDelete: "cascade" }),
    /** Files its answer rests on: who may read none of them is not shown it. */
    knowledgeFileIds: uuid("knowledge_file_ids").array().notNull().default([]),
    isShown: boolean("is_shown").notNull().default(true),
    isSticky: boolean("is_sticky").notNull().default(false),
    position: integer("position").notNull(),
    origin: text("origin", { enum: RECOMMENDED_ORIGINS }).notNull().default("manual"),
    /** Of an automatic one: the same for questions of the same words. */
    questionKey: text("question_key"),
    authorId: person("author_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("recommended_questions_base_idx").on(t.baseId),
    index("recommended_questions_author_idx").on(t.authorId),
    unique("recommended_questions_key").on(t.baseId, t.questionKey),
  ],
);
