import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { ofSession } from "./conversation";
import { files, fileVersions } from "./files";
import { ofUser, users } from "./organisation";
import { TASK_STATUS } from "./tasks";

export const documentFolders = pgTable(
  "document_folders",
  {
    id: id(),
    userId: ofUser(),
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
    sessionId: ofSession(),
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
    sessionId: ofSession(),
    userId: ofUser(),
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
