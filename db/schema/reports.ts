import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Histogram } from "../../lib/config/latency";
import { at, createdAt, id } from "./_columns";

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

export const TOTAL_DIMENSIONS = [
  "all",
  "app",
  "model",
  "user",
  "department",
  "tree",
  "path",
  "key",
  "supplier",
] as const;

/**
 * The ledger summed along one dimension, by day and by month: what dashboards read. `department` counts a department's
 * own people, `tree` also those below it, as the tree was at the time of the call; `path` tells where it stood then.
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
    // Who used most in a year is found without reading a row a person and month.
    index("usage_totals_people_idx")
      .on(t.period, t.key, t.inputTokens, t.outputTokens)
      .where(sql`${t.grain} = 'month' and ${t.dimension} = 'user'`),
  ],
);

/**
 * Days that are over, of which the tokens by key are kept: reports of long times read a row a key of them, and the rows of
 * today. Days that change after all take their spans along (`rollup-sql.ts`).
 */
export const usageSpans = pgTable(
  "usage_spans",
  {
    id: id(),
    dimension: text("dimension", { enum: TOTAL_DIMENSIONS }).notNull(),
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    /** How many keys have calls. */
    keys: bigint("keys", { mode: "number" }).notNull(),
    /** False: no more than their number is kept. */
    isSummed: boolean("is_summed").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("usage_spans_days_unique").on(t.dimension, t.fromDay, t.toDay)],
);

export const usageSpanTokens = pgTable(
  "usage_span_tokens",
  {
    spanId: uuid("span_id")
      .notNull()
      .references(() => usageSpans.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    inputTokens: bigint("input_tokens", { mode: "number" }).notNull(),
    outputTokens: bigint("output_tokens", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.spanId, t.key] })],
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
