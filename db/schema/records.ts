import { boolean, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { departments, ofUser, users } from "./organisation";

/** How long a department's conversations are kept and who may read them (spec B8); descendants inherit. */
export const recordPolicies = pgTable("record_policies", {
  departmentId: uuid("department_id")
    .primaryKey()
    .references(() => departments.id, { onDelete: "cascade" }),
  /** Days after the last message; null keeps them. */
  retentionDays: integer("retention_days"),
  /** People may delete their own conversations. */
  mayDelete: boolean("may_delete").notNull().default(true),
  adminAccess: text("admin_access", { enum: ["content", "metadata"] })
    .notNull()
    .default("metadata"),
  updatedAt: updatedAt(),
});

/** A conversation, or a logged call of a model, that somebody else opened: its owner sees when and who (spec B8). */
export const recordReads = pgTable(
  "record_reads",
  {
    id: id(),
    readerId: uuid("reader_id").references(() => users.id, { onDelete: "set null" }),
    userId: ofUser(),
    /** Null for a call outside of a conversation. */
    sessionId: uuid("session_id"),
    title: text("title").notNull().default(""),
    /** The logged call that was opened, with its app and time: the log's row goes sooner than this one. */
    callId: uuid("call_id"),
    callApp: text("call_app"),
    calledAt: timestamp("called_at", { withTimezone: true }),
    createdAt: createdAt(),
  },
  (t) => [index("record_reads_user_idx").on(t.userId, t.createdAt)],
);
