import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { SYNC_ACTIONS, SYNC_STATUS } from "../../lib/config/channel-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { departments, loginChannels, users } from "./identity";

/** A sign-in, a link or a test that is under way at another site: what the way back is compared with. */
export const loginFlows = pgTable(
  "login_flows",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: ["login", "link", "test"] }).notNull(),
    /** Who links or tests; null: a guest signs in. */
    actorId: uuid("actor_id").references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the `state` that went along, and of the cookie that binds the browser. */
    stateHash: text("state_hash").notNull(),
    browserHash: text("browser_hash").notNull(),
    /** PKCE verifier, nonce, request id: encrypted. */
    secretsCipher: text("secrets_cipher").notNull(),
    redirectTo: text("redirect_to").notNull().default("/"),
    /** A test's outcome, or a person who was proved and whose browser still has to be. */
    resultCipher: text("result_cipher"),
    /** The way back works once. */
    usedAt: at("used_at"),
    expiresAt: at("expires_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("login_flows_state_key").on(t.stateHash), index("login_flows_expires_idx").on(t.expiresAt)],
);

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

/** A person as an identity provider pushed them. */
export const scimUsers = pgTable(
  "scim_users",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    userName: text("user_name").notNull(),
    /** Lower case: SCIM compares user names without case. */
    userNameKey: text("user_name_key").notNull(),
    externalId: text("external_id"),
    /** What was sent, as answered again; no password is ever in it. */
    attributes: jsonb("attributes").$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.channelId, t.userId] }),
    uniqueIndex("scim_users_name_key").on(t.channelId, t.userNameKey),
    index("scim_users_external_idx").on(t.channelId, t.externalId),
  ],
);

export const scimGroups = pgTable(
  "scim_groups",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => loginChannels.id, { onDelete: "cascade" }),
    displayName: text("display_name").notNull(),
    externalId: text("external_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique("scim_groups_name_key").on(t.channelId, t.displayName)],
);

export const scimGroupMembers = pgTable(
  "scim_group_members",
  {
    groupId: uuid("group_id")
      .notNull()
      .references(() => scimGroups.id, { onDelete: "cascade" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] }), index("scim_group_members_user_idx").on(t.userId)],
);
