import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { BASE_TYPES, VISIBILITIES } from "@/lib/config/knowledge-kinds";
import { createdAt, deletedAt, id, updatedAt } from "./_columns";
import { users } from "./organisation";

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
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    baseId: uuid("base_id")
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.baseId] }), index("knowledge_shortcuts_base_idx").on(t.baseId)],
);
