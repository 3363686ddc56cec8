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
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ImageOptions } from "../../lib/config/image-kinds";
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
    /** What an image model takes, as an administrator set it; null: what is known of it. */
    imageOptions: jsonb("image_options").$type<ImageOptions>(),
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

export const USAGE_OUTCOMES = ["reserved", "done", "stopped", "interrupted", "limited", "failed"] as const;

export type CounterUnit = "tokens" | "images" | "micros" | "requests" | "calls";
/** A counter a call is taken from: how much, and the most the counter may hold; null counts without a limit. */
export type Counter = [subject: string, unit: CounterUnit, period: string, amount: number, limit: number | null];

/**
 * One row a model call of any area; append-only but for its own settlement (spec N1). Partitioned by month of `day`
 * (the migration says so; partitions are made ahead by `ensure_usage_partitions`).
 */
export const usageLedger = pgTable(
  "usage_ledger",
  {
    id: uuid("id").notNull(),
    /** Idempotency: a call is counted once a day. */
    requestId: text("request_id").notNull(),
    userId: uuid("user_id").notNull(),
    departmentId: uuid("department_id"),
    /** The department's id path at call time, so that reports roll up the tree as it was then. */
    departmentPath: text("department_path").notNull().default(""),
    app: text("app").notNull(),
    modelId: uuid("model_id"),
    modelName: text("model_name").notNull(),
    modelType: text("model_type").notNull(),
    channelId: uuid("channel_id"),
    supplierId: uuid("supplier_id"),
    supplierKeyId: uuid("supplier_key_id"),
    /** Called from outside with this key of ours. */
    apiKeyId: uuid("api_key_id"),
    sessionId: uuid("session_id"),
    /** A person asked something, and whether it was the first question of its conversation: for the reports. */
    isQuestion: boolean("is_question").notNull().default(false),
    isOpening: boolean("is_opening").notNull().default(false),
    /** The process that drives the call; what it leaves open when it dies is settled by another. */
    instance: text("instance").notNull().default(""),
    /** Day in the configured time zone, fixed at reservation (ARCHITECTURE 9). */
    day: date("day", { mode: "string" }).notNull(),
    reservedTokens: integer("reserved_tokens").notNull().default(0),
    counters: jsonb("counters").$type<Counter[]>().notNull().default([]),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    reasoningTokens: integer("reasoning_tokens").notNull().default(0),
    cachedTokens: integer("cached_tokens").notNull().default(0),
    /** What counts against daily token limits: chat-type calls and images, not embedding or rerank (ARCHITECTURE 9). */
    countedTokens: integer("counted_tokens").notNull().default(0),
    images: integer("images").notNull().default(0),
    audioMs: integer("audio_ms").notNull().default(0),
    characters: integer("characters").notNull().default(0),
    /** The supplier sent no figures: tokens were counted here. */
    estimated: boolean("estimated").notNull().default(false),
    outcome: text("outcome", { enum: USAGE_OUTCOMES }).notNull().default("reserved"),
    error: text("error"),
    attempts: integer("attempts").notNull().default(0),
    /** Both times begin when the call arrives at the model door, with the wait for limits, slots and other channels. */
    firstTokenMs: integer("first_token_ms"),
    durationMs: integer("duration_ms"),
    /** Millionths of the currency (ARCHITECTURE 9). */
    costMicros: bigint("cost_micros", { mode: "number" }),
    currency: text("currency"),
    rolledUp: boolean("rolled_up").notNull().default(false),
    createdAt: createdAt(),
    settledAt: at("settled_at"),
  },
  (t) => [
    primaryKey({ name: "usage_ledger_pkey", columns: [t.id, t.day] }),
    uniqueIndex("usage_ledger_request_key").on(t.requestId, t.day),
    index("usage_ledger_user_idx").on(t.userId, t.day),
    index("usage_ledger_day_idx").on(t.day, t.id),
    index("usage_ledger_key_idx").on(t.apiKeyId, t.day).where(sql`api_key_id is not null`),
    index("usage_ledger_open_idx").on(t.instance).where(sql`outcome = 'reserved'`),
    index("usage_ledger_unpriced_idx")
      .on(t.channelId, t.day, t.id)
      .where(
        sql`cost_micros is null and settled_at is not null and input_tokens + output_tokens + images + audio_ms + characters > 0`,
      ),
    index("usage_ledger_fresh_idx").on(t.settledAt).where(sql`settled_at is not null and not rolled_up`),
  ],
);

/**
 * What a subject has used and reserved of a unit in a period. Subjects: `user:<id>`, `key:<id>`, `department:<id>`,
 * `app:<name>`, `supplier:<id>`, `supplier-key:<id>`; units: tokens, images, micros, requests, calls; periods: a day
 * `2026-11-21`, a month `2026-11`, a minute `2026-11-21T10:31`, `open` for what is open now. Locked rows make limits hold under concurrency.
 */
export const usageCounters = pgTable(
  "usage_counters",
  {
    subject: text("subject").notNull(),
    unit: text("unit").notNull(),
    period: text("period").notNull(),
    used: bigint("used", { mode: "number" }).notNull().default(0),
    reserved: bigint("reserved", { mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.subject, t.unit, t.period] }), index("usage_counters_period_idx").on(t.period)],
);

/** Processes that drive calls; one that falls silent is dead, and what it left open is settled. */
export const instances = pgTable("instances", {
  id: text("id").primaryKey(),
  heartbeatAt: at("heartbeat_at").notNull().defaultNow(),
});
