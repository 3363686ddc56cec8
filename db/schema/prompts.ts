import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, deletedAt, id, updatedAt } from "./_columns";
import { departments, ofUser, users } from "./organisation";

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
    userId: ofUser(),
    promptId: uuid("prompt_id")
      .notNull()
      .references(() => prompts.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.promptId] }), index("prompt_favourites_prompt_idx").on(t.promptId)],
);
