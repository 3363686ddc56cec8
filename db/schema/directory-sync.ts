import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SYNC_ACTIONS, SYNC_STATUS } from "../../lib/config/channel-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { loginChannels } from "./login-channels";
import { departments, users } from "./organisation";

/** Which department here a department of a directory is. */
export const externalDepartments = pgTable(
  "external_departments",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    externalId: text("external_id").notNull(),
    departmentId: uuid("department_id")
      .notNull()
      .references(() => departments.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.externalId] }),
    index("external_departments_department_idx").on(t.departmentId),
  ],
);

/** One reading of a directory: a plan first, carried out when somebody says so or the schedule may (spec A7). */
export const syncRuns = pgTable(
  "sync_runs",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    status: text("status", { enum: SYNC_STATUS }).notNull().default("reading"),
    trigger: text("trigger", { enum: ["manual", "schedule"] }).notNull(),
    actorId: uuid("actor_id").references(() => users.id, { onDelete: "set null" }),
    /** Count by `<user|department>.<action>`. */
    summary: jsonb("summary").$type<Record<string, number>>().notNull().default({}),
    total: integer("total").notNull().default(0),
    done: integer("done").notNull().default(0),
    /** More than the safe share would be disabled: a person has to look (spec A7). */
    needsReview: boolean("needs_review").notNull().default(false),
    /** A ChannelReason or an error key. */
    failure: text("failure"),
    /** The settings it was read with; others since then make the plan stale. */
    channelVersion: integer("channel_version").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [
    index("sync_runs_channel_idx").on(t.channelId, t.createdAt),
    // One run a channel at a time.
    uniqueIndex("sync_runs_open_key").on(t.channelId).where(sql`${t.status} in ('reading', 'applying')`),
  ],
);

/** One line of a plan, in the order it is carried out. */
export const syncItems = pgTable(
  "sync_items",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => syncRuns.id, { onDelete: "cascade" }),
    no: integer("no").notNull(),
    subject: text("subject", { enum: ["user", "department"] }).notNull(),
    action: text("action", { enum: SYNC_ACTIONS }).notNull(),
    externalId: text("external_id").notNull(),
    /** Who or what it is here; null for what is added. */
    targetId: uuid("target_id"),
    name: text("name").notNull(),
    account: text("account").notNull().default(""),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
    /** Why it is left alone or could not be done: a ChannelReason or an error key. */
    reason: text("reason"),
    state: text("state", { enum: ["planned", "done", "failed"] })
      .notNull()
      .default("planned"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.no] }), index("sync_items_filter_idx").on(t.runId, t.subject, t.action)],
);
