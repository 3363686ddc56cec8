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
import { at, createdAt, id, updatedAt } from "./_columns";
import { channels, models } from "./models";

export const BREAKER_STATES = ["open", "half_open"] as const;

/**
 * Ways that are switched off for a while because they failed (spec O1); no row is a closed breaker. The row is shared by
 * all processes, so that only one of them probes at a time.
 */
export const breakers = pgTable(
  "breakers",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    /** The zero id for channels without a key. */
    keyId: uuid("key_id").notNull(),
    state: text("state", { enum: BREAKER_STATES }).notNull(),
    /** Key of the error catalogue. */
    reason: text("reason").notNull(),
    /** Openings in a row; each doubles the pause. */
    openings: integer("openings").notNull().default(1),
    openedAt: at("opened_at").notNull().defaultNow(),
    retryAt: at("retry_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.channelId, t.keyId] })],
);

export const HEALTH_EVENTS = [
  "opened",
  "probing",
  "closed",
  "probe_ok",
  "probe_failed",
  "recovered",
  "failed",
] as const;

/** What happened to the health of channels and models, for the history on the console. */
export const healthEvents = pgTable(
  "health_events",
  {
    id: id(),
    modelId: uuid("model_id").references(() => models.id, { onDelete: "cascade" }),
    channelId: uuid("channel_id").references(() => channels.id, { onDelete: "cascade" }),
    keyId: uuid("key_id"),
    event: text("event", { enum: HEALTH_EVENTS }).notNull(),
    reason: text("reason"),
    latencyMs: integer("latency_ms"),
    createdAt: createdAt(),
  },
  (t) => [index("health_events_model_idx").on(t.modelId, t.id), index("health_events_time_idx").on(t.createdAt)],
);

/** One try of a call on one channel. */
export interface Attempt {
  channelId: string | null;
  supplier: string;
  upstreamModel: string;
  keyId: string | null;
  /** Key of the error catalogue; null: it answered. */
  error: string | null;
  status: number | null;
  ms: number;
}

/** What a call was and how it went, as far as the log level allows (spec O7). The id is the ledger row's. */
export const requestLogs = pgTable(
  "request_logs",
  {
    id: uuid("id").primaryKey(),
    day: date("day", { mode: "string" }).notNull(),
    app: text("app").notNull(),
    userId: uuid("user_id").notNull(),
    apiKeyId: uuid("api_key_id"),
    /** The conversation the call belongs to: what was said shares its end. Null for calls outside of one. */
    sessionId: uuid("session_id"),
    modelId: uuid("model_id"),
    modelName: text("model_name").notNull(),
    kind: text("kind").notNull(),
    outcome: text("outcome").notNull(),
    error: text("error"),
    attempts: jsonb("attempts").$type<Attempt[]>().notNull().default([]),
    /** Request and answer, encrypted as one JSON text; null at level `metadata`. */
    contentCipher: text("content_cipher"),
    level: text("level", { enum: ["metadata", "redacted", "full"] }).notNull(),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    durationMs: integer("duration_ms").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    index("request_logs_time_idx").on(t.createdAt, t.id),
    index("request_logs_model_idx").on(t.modelId, t.id),
    index("request_logs_user_idx").on(t.userId, t.id),
    index("request_logs_session_idx").on(t.sessionId).where(sql`content_cipher is not null`),
  ],
);

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
