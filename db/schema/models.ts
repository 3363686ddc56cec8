import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { MODEL_PURPOSES, MODEL_STATUS, MODEL_TYPES, type ModelAbility } from "../../lib/config/model-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";

export const suppliers = pgTable(
  "suppliers",
  {
    id: id(),
    name: text("name").notNull(),
    template: text("template").notNull(),
    /** Without a trailing slash; null for the built-in supplier. */
    baseUrl: text("base_url"),
    /** Extra request headers, encrypted as one JSON text. */
    headersCipher: text("headers_cipher"),
    status: text("status", { enum: ["enabled", "disabled"] })
      .notNull()
      .default("enabled"),
    checkedAt: at("checked_at"),
    checkError: text("check_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("suppliers_name_key").on(t.name)],
);

export const supplierKeys = pgTable(
  "supplier_keys",
  {
    id: id(),
    supplierId: uuid("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    /** AES-256-GCM; write-only for everybody (SECURITY rule 7). */
    cipher: text("cipher").notNull(),
    /** The last four characters, to tell keys apart. */
    hint: text("hint").notNull(),
    status: text("status", { enum: ["enabled", "disabled"] })
      .notNull()
      .default("enabled"),
    createdAt: createdAt(),
  },
  (t) => [index("supplier_keys_supplier_idx").on(t.supplierId)],
);

export const models = pgTable(
  "models",
  {
    id: id(),
    name: text("name").notNull(),
    type: text("type", { enum: MODEL_TYPES }).notNull(),
    description: text("description").notNull().default(""),
    contextWindow: integer("context_window"),
    maxOutputTokens: integer("max_output_tokens"),
    abilities: text("abilities").array().$type<ModelAbility[]>().notNull().default(sql`'{}'::text[]`),
    enabled: boolean("enabled").notNull().default(true),
    status: text("status", { enum: MODEL_STATUS }).notNull().default("unknown"),
    latencyMs: integer("latency_ms"),
    checkedAt: at("checked_at"),
    checkError: text("check_error"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("models_name_key").on(t.name), index("models_type_idx").on(t.type)],
);

/** How a model is reached; several rows are tried in order of priority (ARCHITECTURE 6). */
export const channels = pgTable(
  "channels",
  {
    id: id(),
    modelId: uuid("model_id")
      .notNull()
      .references(() => models.id, { onDelete: "cascade" }),
    supplierId: uuid("supplier_id")
      .notNull()
      .references(() => suppliers.id, { onDelete: "cascade" }),
    /** spec 3, supplier unique id: the model's name at the supplier. */
    upstreamModel: text("upstream_model").notNull(),
    priority: integer("priority").notNull().default(0),
    weight: integer("weight").notNull().default(1),
    status: text("status", { enum: ["enabled", "disabled"] })
      .notNull()
      .default("enabled"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("channels_upstream_key").on(t.modelId, t.supplierId, t.upstreamModel),
    index("channels_supplier_idx").on(t.supplierId),
  ],
);

export const modelDefaults = pgTable("model_defaults", {
  purpose: text("purpose", { enum: MODEL_PURPOSES }).primaryKey(),
  modelId: uuid("model_id")
    .notNull()
    .references(() => models.id, { onDelete: "cascade" }),
  updatedAt: updatedAt(),
});
