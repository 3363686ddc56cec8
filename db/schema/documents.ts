import { sql } from "drizzle-orm";
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { chatSessions } from "./chat";
import { files, fileVersions } from "./files";
import { users } from "./identity";
import { TASK_STATUS } from "./tasks";

/** ARCHITECTURE 9, file status, from the moment the bytes are stored. */
export const PARSE_STATUS = [
  "uploaded",
  "parsing",
  "parse_failed",
  "segmenting",
  "split_failed",
  "building",
  "build_failed",
  "ready",
] as const;
export type ParseStatus = (typeof PARSE_STATUS)[number];

export const DOCUMENT_FORMATS = ["pdf", "docx", "pptx", "xlsx", "csv", "html", "md", "txt", "image"] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** Words of a text as our own tokens; the positions carry how often each occurs (ARCHITECTURE 7). */
const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** One column for every dimension, so without an index: a search sorts the slices of its sets exactly (ARCHITECTURE 7). */
const vector = customType<{ data: number[]; driverData: string }>({
  dataType: () => "vector",
  toDriver: JSON.stringify,
  fromDriver: (value) => JSON.parse(value),
});

/** What reading a file version gave; a task of its id reads it (`lib/ingestion`). The text itself lies in the file store, in pieces (`lib/parsing/store`). */
export const parsedVersions = pgTable(
  "parsed_versions",
  {
    versionId: uuid("version_id")
      .primaryKey()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** As a document or a file of a question; null where it is neither, but a base has it read. */
    status: text("status", { enum: PARSE_STATUS }),
    /** Key of the error catalogue when a stage failed. */
    failure: text("failure"),
    format: text("format", { enum: DOCUMENT_FORMATS }).notNull(),
    /** Of the parser that made the pieces: offsets are only comparable within one. */
    parser: integer("parser").notNull().default(0),
    characters: integer("characters").notNull().default(0),
    tokens: integer("tokens").notNull().default(0),
    parts: integer("parts").notNull().default(0),
    language: text("language"),
    title: text("title").notNull().default(""),
    /** `ParsedIndex` without the text: parts, outline, pieces, warnings. Null until it was parsed. */
    index: jsonb("index"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("parsed_versions_status_idx").on(t.status)],
);

/**
 * One way of cutting a version's text. Document reading has one of its own; a knowledge base has one per file, and a new
 * one is built aside while the old one answers (spec F5).
 */
export const sliceSets = pgTable(
  "slice_sets",
  {
    id: id(),
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** `reading`, or the id of the base it belongs to. */
    owner: text("owner").notNull(),
    segmentation: jsonb("segmentation").notNull(),
    /** Model its vectors are made by; null: words only. */
    embeddingModelId: uuid("embedding_model_id"),
    /** Whole and searchable. */
    isReady: boolean("is_ready").notNull().default(false),
    sliceCount: integer("slice_count").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index("slice_sets_version_idx").on(t.versionId, t.owner),
    uniqueIndex("slice_sets_ready_key").on(t.versionId, t.owner).where(sql`is_ready`),
  ],
);

export const slices = pgTable(
  "slices",
  {
    id: id(),
    setId: uuid("set_id")
      .notNull()
      .references(() => sliceSets.id, { onDelete: "cascade" }),
    ordinal: integer("ordinal").notNull(),
    /** Place in the version's text, UTF-16 units. */
    from: integer("from_offset").notNull(),
    to: integer("to_offset").notNull(),
    /** Numbers of the first and last page, slide or sheet. */
    part: integer("part").notNull().default(1),
    partTo: integer("part_to").notNull().default(1),
    /** Headings above it, outermost first. */
    heading: text("heading").notNull().default(""),
    text: text("text").notNull(),
    tokens: integer("tokens").notNull(),
    terms: tsvector("terms").notNull(),
    /** Terms in all, for the length norm of BM25. */
    termCount: integer("term_count").notNull(),
  },
  (t) => [uniqueIndex("slices_ordinal_key").on(t.setId, t.ordinal), index("slices_terms_idx").using("gin", t.terms)],
);

export const sliceVectors = pgTable(
  "slice_vectors",
  {
    sliceId: uuid("slice_id")
      .notNull()
      .references(() => slices.id, { onDelete: "cascade" }),
    modelId: uuid("model_id").notNull(),
    /** Of the slice, so that a search needs no join. */
    setId: uuid("set_id").notNull(),
    dimensions: integer("dimensions").notNull(),
    embedding: vector("embedding").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sliceId, t.modelId] }), index("slice_vectors_set_idx").on(t.setId, t.modelId)],
);

/** Embeddings already paid for, by text and model: a retry or a re-cut buys none of them again (spec F4). */
export const embeddingCache = pgTable(
  "embedding_cache",
  {
    modelId: uuid("model_id").notNull(),
    sha256: text("sha256").notNull(),
    embedding: vector("embedding").notNull(),
    usedAt: at("used_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.modelId, t.sha256] }), index("embedding_cache_used_idx").on(t.usedAt)],
);

export const documentFolders = pgTable(
  "document_folders",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("document_folders_name_key").on(t.userId, t.name)],
);

/** A file somebody reads. Its name and bytes are the file's; a replaced file keeps the document (spec D5). */
export const documents = pgTable(
  "documents",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    folderId: uuid("folder_id").references(() => documentFolders.id, { onDelete: "set null" }),
    lastReadAt: at("last_read_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    uniqueIndex("documents_file_key").on(t.fileId),
    index("documents_user_idx").on(t.userId, t.lastReadAt).where(sql`deleted_at is null`),
  ],
);

/** Summary with citations, key points, suggested questions; one a version and language. A task of that name makes it. */
export const documentOverviews = pgTable(
  "document_overviews",
  {
    id: id(),
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    locale: text("locale").notNull(),
    modelName: text("model_name"),
    /** `OverviewContent`. */
    content: jsonb("content").notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("document_overviews_key").on(t.versionId, t.locale)],
);

/** The documents a conversation is about, in the order they were chosen. */
export const sessionDocuments = pgTable(
  "session_documents",
  {
    sessionId: uuid("session_id")
      .notNull()
      .references(() => chatSessions.id, { onDelete: "cascade" }),
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.documentId] }),
    index("session_documents_document_idx").on(t.documentId),
  ],
);

/** One question put to each document of a conversation: a column of its table (spec D9). */
export const documentColumns = pgTable(
  "document_columns",
  {
    id: id(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => chatSessions.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    question: text("question").notNull(),
    position: integer("position").notNull(),
    modelId: uuid("model_id"),
    createdAt: createdAt(),
  },
  (t) => [index("document_columns_session_idx").on(t.sessionId, t.position)],
);

export const documentCells = pgTable(
  "document_cells",
  {
    columnId: uuid("column_id")
      .notNull()
      .references(() => documentColumns.id, { onDelete: "cascade" }),
    documentId: uuid("document_id")
      .notNull()
      .references(() => documents.id, { onDelete: "cascade" }),
    /** Open ones are answered by the task of their column. */
    status: text("status", { enum: TASK_STATUS }).notNull().default("waiting"),
    failure: text("failure"),
    /** Answer with citation marks, and the citations. */
    text: text("text").notNull().default(""),
    citations: jsonb("citations").notNull().default([]),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.columnId, t.documentId] })],
);

/** spec 3, document-reading config, of a person; without a row the defaults hold. */
export const documentSettings = pgTable("document_settings", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  config: jsonb("config").notNull(),
  updatedAt: updatedAt(),
});
