import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, deletedAt, id, updatedAt } from "./_columns";
import { departments, users } from "./identity";

export const PROMPT_TYPES = ["user", "role"] as const;
/** Who sees a prompt once it is approved. */
export const PROMPT_VISIBILITY = ["self", "department", "all"] as const;
export const PROMPT_STATUS = ["draft", "pending", "approved", "rejected"] as const;

/** Kinds of prompts in the square, in the organisation's order. */
export const promptCategories = pgTable(
  "prompt_categories",
  {
    id: id(),
    /** Of the ones that ship. */
    key: text("key"),
    nameZh: text("name_zh").notNull(),
    nameEn: text("name_en").notNull(),
    sort: integer("sort").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("prompt_categories_key_key").on(t.key), uniqueIndex("prompt_categories_name_key").on(t.nameZh)],
);

/** A prompt or a system role (spec 3). The columns hold the working text; the square shows the pinned release. */
export const prompts = pgTable(
  "prompts",
  {
    id: id(),
    /** Of the ones that ship with the product; their texts in both languages live in the code. */
    key: text("key"),
    type: text("type", { enum: PROMPT_TYPES }).notNull(),
    /** Null for what ships and for what an administrator made for everybody. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** Who made it. */
    creatorId: uuid("creator_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    /** With `{{placeholders}}`. */
    content: text("content").notNull(),
    /** spec 3: what the assistant is called while the role is on; of type role only. */
    roleName: text("role_name").notNull().default(""),
    /** Declared placeholders: kind, label, options, required. */
    variables: jsonb("variables").notNull().default([]),
    categoryId: uuid("category_id").references(() => promptCategories.id, { onDelete: "set null" }),
    visibility: text("visibility", { enum: PROMPT_VISIBILITY }).notNull().default("self"),
    status: text("status", { enum: PROMPT_STATUS }).notNull().default("draft"),
    /** Department it is shared with, its descendants included, when the visibility says so. */
    departmentId: uuid("department_id").references(() => departments.id, { onDelete: "set null" }),
    /** Number of the newest version, and of the one everybody sees. */
    version: integer("version").notNull().default(1),
    releasedVersion: integer("released_version"),
    reviewNote: text("review_note").notNull().default(""),
    reviewedBy: uuid("reviewed_by").references(() => users.id, { onDelete: "set null" }),
    enabled: boolean("enabled").notNull().default(true),
    forkOfId: uuid("fork_of_id"),
    usageCount: integer("usage_count").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    uniqueIndex("prompts_key_key").on(t.key),
    index("prompts_owner_idx").on(t.ownerId, t.updatedAt).where(sql`deleted_at is null`),
    index("prompts_square_idx").on(t.type, t.status, t.visibility).where(sql`deleted_at is null`),
  ],
);

/** Every saved text of a prompt; never changed. */
export const promptVersions = pgTable(
  "prompt_versions",
  {
    promptId: uuid("prompt_id")
      .notNull()
      .references(() => prompts.id, { onDelete: "cascade" }),
    version: integer("version").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    content: text("content").notNull(),
    roleName: text("role_name").notNull().default(""),
    variables: jsonb("variables").notNull().default([]),
    note: text("note").notNull().default(""),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.promptId, t.version] })],
);

export const promptFavourites = pgTable(
  "prompt_favourites",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    promptId: uuid("prompt_id")
      .notNull()
      .references(() => prompts.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.promptId] }), index("prompt_favourites_prompt_idx").on(t.promptId)],
);

/** What a person chose for all their areas. */
export const userPreferences = pgTable("user_preferences", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Chat settings (spec 3) that new chats begin with. */
  chat: jsonb("chat").notNull().default({}),
  /** Memories go along with questions; off until the person switches it on (spec M7). */
  memoryEnabled: boolean("memory_enabled").notNull().default(false),
  updatedAt: updatedAt(),
});

/** What the assistant may know about a person in every chat; theirs to read, change and delete (spec M7). */
export const memories = pgTable(
  "memories",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    text: text("text").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("memories_user_idx").on(t.userId, t.createdAt)],
);

export const collectionFolders = pgTable(
  "collection_folders",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    sort: integer("sort").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("collection_folders_name_key").on(t.userId, t.name)],
);

/** What a person keeps (spec M2). A copy of an answer stays when its chat is deleted. */
export const collectedItems = pgTable(
  "collected_items",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** As areas declare it. */
    kind: text("kind").notNull(),
    /** Message, document, prompt … of that kind. */
    refId: uuid("ref_id").notNull(),
    /** Chat of an answer, to go back to. */
    sessionId: uuid("session_id"),
    folderId: uuid("folder_id").references(() => collectionFolders.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    /** Plain text, for search and the excerpt. */
    text: text("text").notNull().default(""),
    /** Message parts of an answer as it was when it was kept. */
    parts: jsonb("parts").notNull().default([]),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("collected_items_ref_key").on(t.userId, t.kind, t.refId),
    index("collected_items_user_idx").on(t.userId, t.createdAt),
    index("collected_items_folder_idx").on(t.folderId),
  ],
);

/** How long a department's conversations are kept and who may read them (spec B8); descendants inherit. */
export const recordPolicies = pgTable("record_policies", {
  departmentId: uuid("department_id")
    .primaryKey()
    .references(() => departments.id, { onDelete: "cascade" }),
  /** Days after the last message; null keeps them. */
  retentionDays: integer("retention_days"),
  /** People may delete their own conversations. */
  mayDelete: boolean("may_delete").notNull().default(true),
  adminAccess: text("admin_access", { enum: ["content", "metadata"] })
    .notNull()
    .default("metadata"),
  updatedAt: updatedAt(),
});

/** A conversation, or a logged call of a model, that somebody else opened: its owner sees when and who (spec B8). */
export const recordReads = pgTable(
  "record_reads",
  {
    id: id(),
    readerId: uuid("reader_id").references(() => users.id, { onDelete: "set null" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Null for a call outside of a conversation. */
    sessionId: uuid("session_id"),
    title: text("title").notNull().default(""),
    /** The logged call that was opened, with its app and time: the log's row goes sooner than this one. */
    callId: uuid("call_id"),
    callApp: text("call_app"),
    calledAt: timestamp("called_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [index("record_reads_user_idx").on(t.userId, t.createdAt)],
);
