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
import type { Histogram } from "../../lib/config/latency";
import { at, createdAt, id, updatedAt } from "./_columns";

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

/** Figures that add up, the same in both rollups. */
const measures = () => ({
  calls: bigint("calls", { mode: "number" }).notNull().default(0),
  failed: bigint("failed", { mode: "number" }).notNull().default(0),
  questions: bigint("questions", { mode: "number" }).notNull().default(0),
  sessions: bigint("sessions", { mode: "number" }).notNull().default(0),
  inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
  outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
  reasoningTokens: bigint("reasoning_tokens", { mode: "number" }).notNull().default(0),
  cachedTokens: bigint("cached_tokens", { mode: "number" }).notNull().default(0),
  images: bigint("images", { mode: "number" }).notNull().default(0),
  audioMs: bigint("audio_ms", { mode: "number" }).notNull().default(0),
  characters: bigint("characters", { mode: "number" }).notNull().default(0),
  costMicros: bigint("cost_micros", { mode: "number" }).notNull().default(0),
  durationMs: bigint("duration_ms", { mode: "number" }).notNull().default(0),
  firstTokenMs: bigint("first_token_ms", { mode: "number" }).notNull().default(0),
  /** Calls that used something on a channel without a price: the sum of costs is too low by them. */
  unpriced: bigint("unpriced", { mode: "number" }).notNull().default(0),
  firstTokens: bigint("first_tokens", { mode: "number" }).notNull().default(0),
  /** First tokens by bucket of their time, for percentiles (lib/config/latency.ts); buckets without any are left out. */
  latency: jsonb("latency").$type<Histogram>().notNull().default({}),
});

/** The zero id stands for "none": columns of a key cannot be null. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";

/** The ledger summed by everything people filter by, for combinations and drill-downs (spec N2). */
export const usageDaily = pgTable(
  "usage_daily",
  {
    day: date("day", { mode: "string" }).notNull(),
    userId: uuid("user_id").notNull(),
    departmentId: uuid("department_id").notNull(),
    app: text("app").notNull(),
    modelId: uuid("model_id").notNull(),
    apiKeyId: uuid("api_key_id").notNull(),
    departmentPath: text("department_path").notNull(),
    modelName: text("model_name").notNull(),
    ...measures(),
  },
  (t) => [
    primaryKey({
      name: "usage_daily_pkey",
      columns: [t.day, t.userId, t.departmentId, t.app, t.modelId, t.apiKeyId, t.departmentPath, t.modelName],
    }),
    index("usage_daily_user_idx").on(t.userId, t.day),
    index("usage_daily_app_idx").on(t.app, t.day),
    index("usage_daily_model_idx").on(t.modelId, t.day),
    index("usage_daily_department_idx").on(t.departmentId, t.day),
  ],
);

export const TOTAL_DIMENSIONS = ["all", "app", "model", "user", "department", "tree", "key", "supplier"] as const;

/**
 * The ledger summed along one dimension, by day and by month: what dashboards read. `department` counts a department's
 * own people, `tree` also those below it, as the tree was at the time of the call.
 */
export const usageTotals = pgTable(
  "usage_totals",
  {
    grain: text("grain", { enum: ["day", "month"] }).notNull(),
    dimension: text("dimension", { enum: TOTAL_DIMENSIONS }).notNull(),
    /** First day of the period. */
    period: date("period", { mode: "string" }).notNull(),
    /** Id, or the app's name; `all` for everything. */
    key: text("key").notNull(),
    ...measures(),
  },
  (t) => [
    primaryKey({ columns: [t.grain, t.dimension, t.period, t.key] }),
    index("usage_totals_key_idx").on(t.dimension, t.key, t.grain, t.period),
  ],
);

/** A day's comparison of ledger, rollups and counters (spec N1). */
export const usageChecks = pgTable("usage_checks", {
  day: date("day", { mode: "string" }).primaryKey(),
  /** Empty when everything agreed. */
  differences: jsonb("differences").$type<{ figure: string; ledger: number; rollup: number }[]>().notNull(),
  calls: bigint("calls", { mode: "number" }).notNull(),
  tokens: bigint("tokens", { mode: "number" }).notNull(),
  checkedAt: at("checked_at").notNull().defaultNow(),
});

/** Processes that drive calls; one that falls silent is dead, and what it left open is settled. */
export const instances = pgTable("instances", {
  id: text("id").primaryKey(),
  heartbeatAt: at("heartbeat_at").notNull().defaultNow(),
});

export const BUDGET_SUBJECTS = ["user", "department", "app", "key"] as const;

/** Money a subject may spend in a period (spec N4); a department's includes its descendants. */
export const budgets = pgTable(
  "budgets",
  {
    id: id(),
    subjectType: text("subject_type", { enum: BUDGET_SUBJECTS }).notNull(),
    /** Id, or the app's name. */
    subjectId: text("subject_id").notNull(),
    period: text("period", { enum: ["day", "month"] }).notNull(),
    limitMicros: bigint("limit_micros", { mode: "number" }).notNull(),
    currency: text("currency").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("budgets_subject_key").on(t.subjectType, t.subjectId, t.period)],
);

/** Notices given, so that each threshold is told of once a period. */
export const budgetNotices = pgTable(
  "budget_notices",
  {
    budgetId: uuid("budget_id")
      .notNull()
      .references(() => budgets.id, { onDelete: "cascade" }),
    period: text("period").notNull(),
    /** Per cent: 50, 80 or 100. */
    level: integer("level").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.budgetId, t.period, t.level] })],
);
