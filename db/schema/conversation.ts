import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { DISLIKE_REASONS } from "../../lib/config/feedback";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { folderColumns } from "./_folders";
import { ofUser, users } from "./organisation";

export const MESSAGE_STATUS = ["streaming", "done", "stopped", "interrupted", "limited", "failed"] as const;
export const RUN_STATUS = ["running", "done", "stopped", "interrupted", "limited", "failed"] as const;

/** A person's folders of personal chats. */
export const chatFolders = pgTable("chat_folders", folderColumns(), (t) => [
  uniqueIndex("chat_folders_name_key").on(t.userId, t.name),
]);

/** The conversation a row belongs to, and goes with. */
export const ofSession = () =>
  uuid("session_id")
    .notNull()
    .references(() => chatSessions.id, { onDelete: "cascade" });

export const chatSessions = pgTable(
  "chat_sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    kind: text("kind").notNull().default("personal"),
    title: text("title").notNull().default(""),
    activeLeafId: uuid("active_leaf_id"),
    settings: jsonb("settings").notNull().default({}),
    /** What it is held with, where its kind has such a thing: an app. It may be gone by now. */
    aboutId: uuid("about_id"),
    /** The person gave the title: no automatic one replaces it. */
    isTitleOwn: boolean("is_title_own").notNull().default(false),
    /** Kept while its page is open and a day at most; never listed, searched or recorded in words. */
    isTemporary: boolean("is_temporary").notNull().default(false),
    folderId: uuid("folder_id").references(() => chatFolders.id, { onDelete: "set null" }),
    pinnedAt: at("pinned_at"),
    archivedAt: at("archived_at"),
    lastMessageAt: at("last_message_at").notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index("chat_sessions_user_idx").on(t.userId, t.kind, t.lastMessageAt).where(sql`deleted_at is null`),
    index("chat_sessions_last_message_idx").on(t.lastMessageAt),
    index("chat_sessions_temporary_idx").on(t.lastMessageAt).where(sql`is_temporary`),
    index("chat_sessions_about_idx").on(t.aboutId).where(sql`about_id is not null`),
  ],
);

/** A tree by parentId; the session's activeLeafId names the branch in view (ARCHITECTURE 9). */
export const chatMessages = pgTable(
  "chat_messages",
  {
    id: id(),
    sessionId: ofSession(),
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
    /** Sentences with a citation, and those of them their passage bears out (spec D6); null where nothing is cited. */
    citedSentences: integer("cited_sentences"),
    supportedSentences: integer("supported_sentences"),
    /** What the asker thinks of the answer; a dislike has a reason (spec 4). */
    feedback: text("feedback", { enum: ["like", "dislike"] }),
    feedbackReason: text("feedback_reason", { enum: DISLIKE_REASONS }),
    feedbackText: text("feedback_text"),
    feedbackAt: at("feedback_at"),
    /** What was sent to the model and what was left out, and why; tokens. */
    context: jsonb("context"),
    costMicros: bigint("cost_micros", { mode: "number" }),
    currency: text("currency"),
    /** Answers of several models to one question, asked for at once (spec B5). */
    comparisonId: uuid("comparison_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("chat_messages_session_idx").on(t.sessionId, t.id),
    index("chat_messages_parent_idx").on(t.parentId),
    index("chat_messages_cited_idx").on(t.createdAt).where(sql`cited_sentences > 0`),
    index("chat_messages_feedback_idx").on(t.feedbackAt).where(sql`feedback is not null`),
  ],
);

/** One answer being made. It belongs to the server, not to a connection (ARCHITECTURE 5). */
export const runs = pgTable(
  "runs",
  {
    id: id(),
    userId: ofUser(),
    sessionId: ofSession(),
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
    index("runs_running_idx").on(t.userId).where(sql`status = 'running'`),
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

/** A chat that colleagues may read: the branch as it stood when it was shared. */
export const chatShares = pgTable(
  "chat_shares",
  {
    id: id(),
    userId: ofUser(),
    sessionId: ofSession(),
    /** The end of the shared branch; later messages are not part of it. */
    leafId: uuid("leaf_id").notNull(),
    /** Of a link to one answer: its question, where what is shared begins. Null: at the beginning. */
    firstId: uuid("first_id"),
    title: text("title").notNull(),
    expiresAt: at("expires_at"),
    revokedAt: at("revoked_at"),
    createdAt: createdAt(),
  },
  (t) => [index("chat_shares_session_idx").on(t.sessionId), index("chat_shares_user_idx").on(t.userId, t.createdAt)],
);
