import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { users } from "./identity";

export const MESSAGE_STATUS = ["streaming", "done", "stopped", "interrupted", "limited", "failed"] as const;
export const RUN_STATUS = ["running", "done", "stopped", "interrupted", "limited", "failed"] as const;
/** Personal chat counts against the limit of ten; the others do not (ARCHITECTURE 9). */
export const CHAT_KINDS = ["personal", "document", "knowledge", "agent"] as const;

export const chatSessions = pgTable(
  "chat_sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: CHAT_KINDS }).notNull().default("personal"),
    title: text("title").notNull().default(""),
    activeLeafId: uuid("active_leaf_id"),
    settings: jsonb("settings").notNull().default({}),
    archivedAt: at("archived_at"),
    lastMessageAt: at("last_message_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [index("chat_sessions_user_idx").on(t.userId, t.kind, t.lastMessageAt).where(sql`deleted_at is null`)],
);

/** A tree by parentId; the session's activeLeafId names the branch in view (ARCHITECTURE 9). */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: id(),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => chatSessions.id, { onDelete: "cascade" }),
    parentId: uuid("parent_id"),
    role: text("role", { enum: ["user", "assistant"] }).notNull(),
    /** UI-message parts. */
    parts: jsonb("parts").notNull().default([]),
    partsVersion: integer("parts_version").notNull().default(1),
    status: text("status", { enum: MESSAGE_STATUS }).notNull().default("done"),
    /** Key of the error catalogue when the status is not done. */
    error: text("error"),
    modelId: uuid("model_id"),
    modelName: text("model_name"),
    inputTokens: integer("input_tokens"),
    outputTokens: integer("output_tokens"),
    usageEstimated: boolean("usage_estimated").notNull().default(false),
    firstTokenMs: integer("first_token_ms"),
    durationMs: integer("duration_ms"),
    /** Sentences with a citation, and those of them their passage bears out (AHEAD D6); null where nothing is cited. */
    citedSentences: integer("cited_sentences"),
    supportedSentences: integer("supported_sentences"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("chat_messages_session_idx").on(t.sessionId, t.id),
    index("chat_messages_parent_idx").on(t.parentId),
    index("chat_messages_cited_idx").on(t.createdAt).where(sql`cited_sentences > 0`),
  ],
);

/** One answer being made. It belongs to the server, not to a connection (ARCHITECTURE 5). */
export const runs = pgTable(
  "runs",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    sessionId: uuid("session_id")
      .notNull()
      .references(() => chatSessions.id, { onDelete: "cascade" }),
    messageId: uuid("message_id").notNull(),
    app: text("app").notNull().default("chat"),
    status: text("status", { enum: RUN_STATUS }).notNull().default("running"),
    /** The web process that drives it. */
    instance: text("instance").notNull(),
    heartbeatAt: at("heartbeat_at").notNull().defaultNow(),
    stopRequestedAt: at("stop_requested_at"),
    lines: integer("lines").notNull().default(0),
    idempotencyKey: text("idempotency_key"),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    uniqueIndex("runs_idempotency_key").on(t.userId, t.idempotencyKey),
    index("runs_message_idx").on(t.messageId),
    index("runs_status_idx").on(t.status, t.heartbeatAt),
    index("runs_session_idx").on(t.sessionId),
  ],
);

/** Lines fromLine..toLine of a run's stream, newline-joined; kept an hour after the end. */
export const runChunks = pgTable(
  "run_chunks",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => runs.id, { onDelete: "cascade" }),
    fromLine: integer("from_line").notNull(),
    toLine: integer("to_line").notNull(),
    lines: text("lines").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.fromLine] })],
);
