import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  MODEL_PURPOSES,
  MODEL_STATUS,
  MODEL_TYPES,
  type ModelAbility,
  ROUTING_STRATEGIES,
} from "../../lib/config/model-kinds";
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
    /** What the template needs besides, e.g. an API version. Nothing secret. */
    settings: jsonb("settings").$type<{ apiVersion?: string }>().notNull().default({}),
    /** Where the data goes, in the administrator's words (spec O3). */
    residency: text("residency"),
    requestsPerMinute: integer("requests_per_minute"),
    tokensPerMinute: integer("tokens_per_minute"),
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
    name: text("name").notNull().default(""),
    /** Share of the calls among the supplier's keys. */
    weight: integer("weight").notNull().default(1),
    requestsPerMinute: integer("requests_per_minute"),
    tokensPerMinute: integer("tokens_per_minute"),
    status: text("status", { enum: ["enabled", "disabled"] })
      .notNull()
      .default("enabled"),
    createdAt: createdAt(),
    /** When the secret itself was last replaced. */
    rotatedAt: at("rotated_at"),
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
    /** What probes found, by ability or trait: whether it works, when asked, and why not (spec N11). */
    probes: jsonb("probes")
      .$type<Record<string, { ok: boolean; at: string; detail?: string; error?: string }>>()
      .notNull()
      .default({}),
    routing: text("routing", { enum: ROUTING_STRATEGIES }).notNull().default("weight"),
    /** `partial`: the roles and departments of its grants (ARCHITECTURE 9). */
    visibility: text("visibility", { enum: ["all", "partial"] })
      .notNull()
      .default("all"),
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

/** What a channel costs while a row is valid, millionths of the base currency (ARCHITECTURE 9). */
export const channelPrices = pgTable(
  "channel_prices",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    validFrom: date("valid_from", { mode: "string" }).notNull(),
    /** Last valid day; null: until further notice. */
    validUntil: date("valid_until", { mode: "string" }),
    currency: text("currency").notNull(),
    inputPerMillion: bigint("input_per_million", { mode: "number" }),
    outputPerMillion: bigint("output_per_million", { mode: "number" }),
    cachedPerMillion: bigint("cached_per_million", { mode: "number" }),
    perImage: bigint("per_image", { mode: "number" }),
    perMinute: bigint("per_minute", { mode: "number" }),
    perMillionCharacters: bigint("per_million_characters", { mode: "number" }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("channel_prices_from_key").on(t.channelId, t.validFrom)],
);
