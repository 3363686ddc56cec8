import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  BASE_TYPES,
  DRAFT_STATES,
  PAGE_REFRESH,
  PAGE_STATUS,
  QA_ORIGINS,
  QA_STATES,
  REREADING_STATUS,
} from "@/lib/config/knowledge-kinds";
import { VISIBILITIES } from "@/lib/config/visibility";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { chatMessages, ofSession } from "./conversation";
import { files, fileVersions } from "./files";
import { ofUser, users } from "./organisation";
import { PARSE_STATUS } from "./parsing";
import { vector } from "./retrieval";

/** The base a row belongs to, and goes with. */
export const ofBase = () =>
  uuid("base_id")
    .notNull()
    .references(() => knowledgeBases.id, { onDelete: "cascade" });

export const knowledgeBases = pgTable(
  "knowledge_bases",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    icon: text("icon").notNull(),
    type: text("type", { enum: BASE_TYPES }).notNull().default("general"),
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("self"),
    /** `Segmentation` of files that have none of their own. */
    segmentation: jsonb("segmentation").notNull(),
    /** Model its vectors are made by; null: the default of whoever uploads. */
    embeddingModelId: uuid("embedding_model_id"),
    /** The one it is changing to: new slices get vectors of this already; null: none. */
    nextEmbeddingModelId: uuid("next_embedding_model_id"),
    /** Model that describes the pictures of a multimodal base; null: the center's. */
    visionModelId: uuid("vision_model_id"),
    /** `OwnRetrieval`: what it sets of how it is searched; the rest is the center's. */
    retrieval: jsonb("retrieval").notNull().default({}),
    createdAt: createdAt(),
    /** Of the base or of a file in it. */
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index("knowledge_bases_owner_idx").on(t.ownerId),
    index("knowledge_bases_updated_idx").on(t.updatedAt, t.id).where(sql`deleted_at is null`),
  ],
);

/** spec 9: bases a person keeps at hand, in their order. */
export const knowledgeShortcuts = pgTable(
  "knowledge_shortcuts",
  {
    userId: ofUser(),
    baseId: ofBase(),
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.baseId] }), index("knowledge_shortcuts_base_idx").on(t.baseId)],
);

/** A file of a base. Its name and bytes are the file's; what it answers with are the base's slices of one version of it. */
export const knowledgeFiles = pgTable(
  "knowledge_files",
  {
    id: id(),
    baseId: ofBase(),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    /** Who answers for what it says, and is told of its dates (spec F7); at first whoever uploaded it. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "set null" }),
    /** Names of folders from the root of the base, joined by slashes; empty: the root. */
    folder: text("folder").notNull().default(""),
    tags: text("tags").array().notNull().default([]),
    /** Narrows who of the base reaches it; `all`: everybody who does (spec F8). */
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("all"),
    /** It answers from then on, and no longer from then on (spec F7). */
    validFrom: at("valid_from"),
    validUntil: at("valid_until"),
    /** End of its days that its owner was told of. */
    remindedOf: at("reminded_of"),
    status: text("status", { enum: PARSE_STATUS }).notNull().default("uploaded"),
    /** Key of the error catalogue when a stage failed. */
    failure: text("failure"),
    /** The version whose slices answer; null until one is ready. */
    readyVersionId: uuid("ready_version_id"),
    /** Of the slices that answer. */
    sliceCount: integer("slice_count").notNull().default(0),
    tokens: integer("tokens").notNull().default(0),
    /** Raised when a person changes its slices: a cut that was begun before is done again. */
    handRevision: integer("hand_revision").notNull().default(0),
    /** `Segmentation`; null: the base's. */
    segmentation: jsonb("segmentation"),
    /** It is read, and cut once a person has said how: its status is `uploaded` again in between. */
    isHeld: boolean("is_held").notNull().default(false),
    finishedAt: at("finished_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    uniqueIndex("knowledge_files_file_key").on(t.fileId),
    index("knowledge_files_owner_idx").on(t.ownerId),
    index("knowledge_files_base_idx").on(t.baseId, t.createdAt, t.id).where(sql`deleted_at is null`),
  ],
);

/** A web page as a file of a base: where it is read from, and when it is looked at again. */
export const knowledgePages = pgTable(
  "knowledge_pages",
  {
    knowledgeFileId: uuid("knowledge_file_id")
      .primaryKey()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    url: text("url").notNull(),
    refresh: text("refresh", { enum: PAGE_REFRESH }).notNull().default("never"),
    status: text("status", { enum: PAGE_STATUS }).notNull().default("found"),
    /** Key of the error catalogue when it was not found as it was. */
    failure: text("failure"),
    /** What its server calls this state of it, for a conditional request. */
    etag: text("etag"),
    modified: text("modified"),
    checkedAt: at("checked_at").notNull(),
    changedAt: at("changed_at").notNull(),
  },
  (t) => [index("knowledge_pages_due_idx").on(t.checkedAt).where(sql`refresh <> 'never'`)],
);

/** A file that a model reads anew, in a version that stands aside until a person takes it over or drops it (spec F10). */
export const knowledgeRereadings = pgTable(
  "knowledge_rereadings",
  {
    knowledgeFileId: uuid("knowledge_file_id")
      .primaryKey()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** The version it would take the place of. */
    insteadOf: uuid("instead_of").notNull(),
    status: text("status", { enum: REREADING_STATUS }).notNull().default("running"),
    /** Key of the error catalogue when it failed. */
    failure: text("failure"),
    createdAt: createdAt(),
  },
  (t) => [index("knowledge_rereadings_version_idx").on(t.versionId)],
);

/** spec 5: the one to three bases a conversation is put to, in the order they were chosen. */
export const sessionBases = pgTable(
  "session_bases",
  {
    sessionId: ofSession(),
    baseId: ofBase(),
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.baseId] }), index("session_bases_base_idx").on(t.baseId)],
);

/** What a person set of asking bases; the rest is the center's. */
export const knowledgeChatSettings = pgTable("knowledge_chat_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  config: jsonb("config").notNull(),
  updatedAt: updatedAt(),
});

/** spec G7: questions a base had no answer to, handed to who looks after it, once each. */
export const knowledgeOpenQuestions = pgTable(
  "knowledge_open_questions",
  {
    id: id(),
    /** The answer that found nothing. */
    messageId: uuid("message_id")
      .notNull()
      .references(() => chatMessages.id, { onDelete: "cascade" }),
    baseId: ofBase(),
    askerId: uuid("asker_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    question: text("question").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("knowledge_open_questions_message_key").on(t.messageId, t.baseId),
    index("knowledge_open_questions_base_idx").on(t.baseId),
    index("knowledge_open_questions_asker_idx").on(t.askerId),
  ],
);

/** spec B7: answers people filed into a base; whoever manages it makes files of them, or says why not. */
export const knowledgeDrafts = pgTable(
  "knowledge_drafts",
  {
    id: id(),
    baseId: ofBase(),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    /** The answer; null once its conversation is gone. */
    messageId: uuid("message_id").references(() => chatMessages.id, { onDelete: "set null" }),
    /** Kind of the conversation it was given in, and its title then. */
    originKind: text("origin_kind").notNull(),
    originTitle: text("origin_title").notNull(),
    title: text("title").notNull(),
    /** Markdown. */
    text: text("text").notNull(),
    state: text("state", { enum: DRAFT_STATES }).notNull().default("open"),
    /** Why it was rejected. */
    reason: text("reason").notNull().default(""),
    deciderId: uuid("decider_id").references(() => users.id, { onDelete: "restrict" }),
    decidedAt: at("decided_at"),
    /** The file it became; null again once that is gone for good. */
    knowledgeFileId: uuid("knowledge_file_id").references(() => knowledgeFiles.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    index("knowledge_drafts_base_idx").on(t.baseId, t.id),
    index("knowledge_drafts_author_idx").on(t.authorId, t.id),
    index("knowledge_drafts_decider_idx").on(t.deciderId),
    index("knowledge_drafts_message_idx").on(t.messageId),
    index("knowledge_drafts_file_idx").on(t.knowledgeFileId),
  ],
);

/**
 * Slices that people made or changed, with the words they stand for: they outlive the sets they lie in, and are put back where
 * those words stand when the file is cut, read or replaced anew (spec F3).
 */
export const handSlices = pgTable(
  "hand_slices",
  {
    id: id(),
    knowledgeFileId: uuid("knowledge_file_id")
      .notNull()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    /** Version the place counts in. */
    versionId: uuid("version_id").notNull(),
    from: integer("from_offset").notNull(),
    to: integer("to_offset").notNull(),
    part: integer("part").notNull(),
    partTo: integer("part_to").notNull(),
    heading: text("heading").notNull().default(""),
    /** The version's words there. */
    anchor: text("anchor").notNull(),
    /** The words it answers with. */
    text: text("text").notNull(),
    isDisabled: boolean("is_disabled").notNull().default(false),
    reason: text("reason").notNull().default(""),
    /** Stands beside the slices of its place instead of taking it. */
    isAdded: boolean("is_added").notNull().default(false),
    /** Where it stands among the others, if not at its own place. */
    place: integer("place"),
    /** Its words were not found again: a person decides. */
    isOpen: boolean("is_open").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("hand_slices_file_idx").on(t.knowledgeFileId)],
);

/** What people did to slices, one row a change, with the slices before and after it: it can be taken back. */
export const sliceEdits = pgTable(
  "slice_edits",
  {
    id: id(),
    knowledgeFileId: uuid("knowledge_file_id")
      .notNull()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    /** `hand_slices` it is about, those that are gone too. */
    handIds: uuid("hand_ids").array().notNull(),
    kind: text("kind").notNull(),
    /** Null: the product itself. */
    actorId: uuid("actor_id").references(() => users.id, { onDelete: "set null" }),
    before: jsonb("before").notNull(),
    after: jsonb("after").notNull(),
    /** Of the words it was put back to, 0 to 1. */
    similarity: real("similarity"),
    createdAt: createdAt(),
  },
  (t) => [index("slice_edits_file_idx").on(t.knowledgeFileId, t.id)],
);

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** What the text of a version is made of, small enough to compare it with many others (spec F6; `lib/text/sketch`). */
export const textSketches = pgTable(
  "text_sketches",
  {
    versionId: uuid("version_id")
      .primaryKey()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** Its smallest hashes: texts that share none are not alike. */
    leads: integer("leads").array().notNull(),
    /** All hashes that are kept, ascending, four bytes each. */
    sketch: bytea("sketch").notNull(),
  },
  (t) => [index("text_sketches_leads_idx").using("gin", t.leads)],
);

/** spec F6: a file whose text is nearly that of another, until somebody decides. Who may not read the other is not told. */
export const alikeFiles = pgTable(
  "alike_files",
  {
    /** The one that came later. */
    fileId: uuid("file_id")
      .notNull()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    otherId: uuid("other_id")
      .notNull()
      .references(() => knowledgeFiles.id, { onDelete: "cascade" }),
    /** From 0 to 1. */
    likeness: real("likeness").notNull(),
    /** Somebody decided that both stay. */
    keptAt: at("kept_at"),
  },
  (t) => [primaryKey({ columns: [t.fileId, t.otherId] }), index("alike_files_other_idx").on(t.otherId)],
);

/** A question with the answer a person stands for: of a base, or of the center (spec H4). */
export const knowledgeQas = pgTable(
  "knowledge_qas",
  {
    id: id(),
    /** Null: the center's, asked after those of the bases. */
    baseId: uuid("base_id").references(() => knowledgeBases.id, { onDelete: "cascade" }),
    question: text("question").notNull(),
    /** Markdown. */
    answer: text("answer").notNull(),
    /** spec 9: at most 15, none twice. */
    synonyms: text("synonyms").array().notNull().default([]),
    /** Places the answer rests on; whoever may not read a file is not shown its place. */
    citations: jsonb("citations").notNull().default([]),
    validFrom: at("valid_from"),
    validUntil: at("valid_until"),
    /** Of the center's; one of a base reaches whom the base reaches. */
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("all"),
    state: text("state", { enum: QA_STATES }).notNull().default("active"),
    origin: text("origin", { enum: QA_ORIGINS }).notNull().default("typed"),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    /** The answer it was made of; null once that is gone. */
    messageId: uuid("message_id").references(() => chatMessages.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("knowledge_qas_base_idx").on(t.baseId, t.id),
    index("knowledge_qas_author_idx").on(t.authorId),
    index("knowledge_qas_message_idx").on(t.messageId),
  ],
);

/** The words a pair is found by: its question and its synonyms. */
export const qaPhrases = pgTable(
  "qa_phrases",
  {
    id: id(),
    qaId: uuid("qa_id")
      .notNull()
      .references(() => knowledgeQas.id, { onDelete: "cascade" }),
    /** Of the words without what does not matter: the same key is the same question. */
    key: text("key").notNull(),
    terms: text("terms").array().notNull(),
    /** Model of the vector; null: found by words alone. */
    modelId: uuid("model_id"),
    embedding: vector("embedding"),
  },
  (t) => [
    index("qa_phrases_qa_idx").on(t.qaId),
    index("qa_phrases_key_idx").on(t.key),
    index("qa_phrases_terms_idx").using("gin", t.terms),
  ],
);
