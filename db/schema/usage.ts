import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./_columns";

export const USAGE_OUTCOMES = ["reserved", "done", "stopped", "interrupted", "limited", "failed"] as const;

/** One row a model call of any area; append-only but for its own settlement (AHEAD N1). */
export const usageLedger = pgTable(
  "usage_ledger",
  {
    id: id(),
    /** Idempotency: a call is counted once. */
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
    /** Day in the configured time zone, fixed at reservation (ARCHITECTURE 9). */
    day: date("day", { mode: "string" }).notNull(),
    reservedTokens: integer("reserved_tokens").notNull().default(0),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    reasoningTokens: integer("reasoning_tokens").notNull().default(0),
    cachedTokens: integer("cached_tokens").notNull().default(0),
    images: integer("images").notNull().default(0),
    /** The supplier sent no figures: tokens were counted here. */
    estimated: boolean("estimated").notNull().default(false),
    outcome: text("outcome", { enum: USAGE_OUTCOMES }).notNull().default("reserved"),
    error: text("error"),
    firstTokenMs: integer("first_token_ms"),
    durationMs: integer("duration_ms"),
    /** Millionths of the currency (ARCHITECTURE 9). */
    costMicros: bigint("cost_micros", { mode: "number" }),
    currency: text("currency"),
    createdAt: createdAt(),
    settledAt: at("settled_at"),
  },
  (t) => [
    uniqueIndex("usage_ledger_request_key").on(t.requestId),
    index("usage_ledger_user_idx").on(t.userId, t.day),
    index("usage_ledger_day_idx").on(t.day),
  ],
);

/** What a person has used and reserved on a day; one locked row makes limits hold under concurrency. */
export const dailyUsage = pgTable(
  "daily_usage",
  {
    userId: uuid("user_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    tokens: bigint("tokens", { mode: "number" }).notNull().default(0),
    reservedTokens: bigint("reserved_tokens", { mode: "number" }).notNull().default(0),
    images: integer("images").notNull().default(0),
    reservedImages: integer("reserved_images").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] })],
);
