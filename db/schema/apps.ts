import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
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
import { APP_KINDS, REQUEST_STATES } from "@/lib/config/app-kinds";
import { RUN_STATUS, RUN_TRIGGERS, STEP_STATUS, TRIGGER_KINDS, WAIT_KINDS } from "@/lib/config/app-runs";
import { VISIBILITIES } from "@/lib/config/visibility";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { folderColumns } from "./_folders";
import { ofUser, users } from "./organisation";

/** The app a row belongs to, and goes with. */
export const ofApp = () =>
  uuid("app_id")
    .notNull()
    .references((): AnyPgColumn => apps.id, { onDelete: "cascade" });

/** The organisation's categories of the square, in their order. */
export const appCategories = pgTable("app_categories", {
  id: id(),
  nameZh: text("name_zh").notNull(),
  nameEn: text("name_en").notNull(),
  sort: integer("sort").notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** What people build on models, knowledge and tools, and what they open from the square. */
export const apps = pgTable(
  "apps",
  {
    id: id(),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    kind: text("kind", { enum: APP_KINDS }).notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    icon: text("icon").notNull(),
    visibility: text("visibility", { enum: VISIBILITIES }).notNull().default("self"),
    categoryId: uuid("category_id").references(() => appCategories.id, { onDelete: "set null" }),
    /** Settings of its kind as they are being worked on. */
    draft: jsonb("draft").notNull().default({}),
    /** Raised by each save of the draft: of two saves from one state the second sees the first. */
    draftRevision: integer("draft_revision").notNull().default(0),
    draftAt: at("draft_at").notNull().defaultNow(),
    draftById: uuid("draft_by_id").references(() => users.id, { onDelete: "set null" }),
    /** The version that is in use; null: not published (spec 4). */
    version: integer("version"),
    /** Revision of the draft that version was made of. */
    publishedRevision: integer("published_revision"),
    publishedAt: at("published_at"),
    /** Published for a trial: it stands in the lab and not in the square. */
    isTrial: boolean("is_trial").notNull().default(false),
    /** Questions and runs of all time. */
    uses: bigint("uses", { mode: "number" }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index("apps_owner_idx").on(t.ownerId),
    index("apps_category_idx").on(t.categoryId),
    index("apps_updated_idx").on(t.updatedAt, t.id).where(sql`deleted_at is null`),
    index("apps_uses_idx").on(t.uses, t.id).where(sql`deleted_at is null and version is not null`),
  ],
);

/** What was published, as it was then (spec K4). */
export const appVersions = pgTable(
  "app_versions",
  {
    appId: ofApp(),
    version: integer("version").notNull(),
    note: text("note").notNull().default(""),
    settings: jsonb("settings").notNull(),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.appId, t.version] })],
);

/** A person's folders of the workbench. */
export const appFolders = pgTable("app_folders", folderColumns(), (t) => [
  uniqueIndex("app_folders_name_key").on(t.userId, t.name),
]);

/** What an app is to a person: a favourite, used last, in one of their folders. */
export const appMarks = pgTable(
  "app_marks",
  {
    userId: ofUser(),
    appId: ofApp(),
    favouriteAt: at("favourite_at"),
    usedAt: at("used_at"),
    folderId: uuid("folder_id").references(() => appFolders.id, { onDelete: "set null" }),
    /** The version they stay with; null: whichever is published (spec K4). */
    version: integer("version"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.appId] }),
    index("app_marks_used_idx").on(t.userId, t.usedAt),
    index("app_marks_app_idx").on(t.appId),
    index("app_marks_folder_idx").on(t.folderId),
  ],
);

/** How often a person used an app on a day of the configured time zone. */
export const appUseDays = pgTable(
  "app_use_days",
  {
    appId: ofApp(),
    day: date("day").notNull(),
    userId: ofUser(),
    uses: integer("uses").notNull().default(0),
    /** Conversations and runs that were begun. */
    begun: integer("begun").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.appId, t.day, t.userId] }), index("app_use_days_user_idx").on(t.userId)],
);

/** Somebody wishes to use an app that is not shown to them (spec K1). */
export const appRequests = pgTable(
  "app_requests",
  {
    id: id(),
    appId: ofApp(),
    userId: ofUser(),
    note: text("note").notNull().default(""),
    state: text("state", { enum: REQUEST_STATES }).notNull().default("open"),
    deciderId: uuid("decider_id").references(() => users.id, { onDelete: "set null" }),
    decidedAt: at("decided_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("app_requests_open_key").on(t.appId, t.userId).where(sql`state = 'open'`),
    index("app_requests_user_idx").on(t.userId),
  ],
);

/** What people who try an app say of it. */
export const appFeedback = pgTable(
  "app_feedback",
  {
    id: id(),
    appId: ofApp(),
    userId: ofUser(),
    text: text("text").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("app_feedback_app_idx").on(t.appId, t.id), index("app_feedback_user_idx").on(t.userId)],
);

/** Tokens and money a run or a step of it took. */
const used = () => ({
  inputTokens: bigint("input_tokens", { mode: "number" }).notNull().default(0),
  outputTokens: bigint("output_tokens", { mode: "number" }).notNull().default(0),
  costMicros: bigint("cost_micros", { mode: "number" }).notNull().default(0),
  /** Null: nothing had a price. */
  currency: text("currency"),
});

/** One run of a workflow, with the rights of whoever asked; of a trigger with those of the app's owner. */
export const appRuns = pgTable(
  "app_runs",
  {
    id: id(),
    appId: ofApp(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    trigger: text("trigger", { enum: RUN_TRIGGERS }).notNull().default("person"),
    triggerId: uuid("trigger_id"),
    /** Null: the draft, whose graph is kept beside. */
    version: integer("version"),
    graph: jsonb("graph"),
    status: text("status", { enum: RUN_STATUS }).notNull().default("queued"),
    inputs: jsonb("inputs").$type<Record<string, string | number | boolean>>().notNull().default({}),
    text: text("text").notNull().default(""),
    files: jsonb("files").$type<{ id: string; name: string }[]>().notNull().default([]),
    output: text("output"),
    /** Key of `errors`, and where it happened. */
    failure: text("failure"),
    failureArgs: jsonb("failure_args").$type<Record<string, string | number>>().notNull().default({}),
    failureDetail: text("failure_detail").notNull().default(""),
    failedStep: text("failed_step"),
    /** An earlier run this one takes results from; `basis`: how. */
    basedOnId: uuid("based_on_id"),
    basis: jsonb("basis").$type<{ nodeId?: string; only: boolean }>(),
    /** Apps around the one it is of: what uses itself comes to an end. */
    depth: integer("depth").notNull().default(0),
    /** Taken up again after a crash so often. */
    resumed: integer("resumed").notNull().default(0),
    /** Milliseconds machines were at work. */
    workedMs: bigint("worked_ms", { mode: "number" }).notNull().default(0),
    ...used(),
    /** Of the caller: the same key begins one run. */
    idempotencyKey: text("idempotency_key"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    endedAt: at("ended_at"),
  },
  (t) => [
    index("app_runs_app_idx").on(t.appId, t.createdAt),
    index("app_runs_user_idx").on(t.userId, t.createdAt),
    uniqueIndex("app_runs_key").on(t.userId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index("app_runs_ended_idx").on(t.endedAt).where(sql`ended_at is not null`),
  ],
);

/** What became of one node in a run: its result is stored once, and a run that goes on begins behind it. */
export const appRunSteps = pgTable(
  "app_run_steps",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => appRuns.id, { onDelete: "cascade" }),
    /** The node's id; inside a container `container.round.node`. */
    stepId: text("step_id").notNull(),
    nodeId: text("node_id").notNull(),
    status: text("status", { enum: STEP_STATUS }).notNull(),
    attempts: integer("attempts").notNull().default(1),
    input: jsonb("input"),
    output: jsonb("output"),
    handle: text("handle"),
    failure: text("failure"),
    failureArgs: jsonb("failure_args").$type<Record<string, string | number>>().notNull().default({}),
    failureDetail: text("failure_detail").notNull().default(""),
    isCached: boolean("is_cached").notNull().default(false),
    isSimulated: boolean("is_simulated").notNull().default(false),
    ...used(),
    startedAt: at("started_at").notNull().defaultNow(),
    endedAt: at("ended_at"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.stepId] })],
);

/** What a run asks a person at a step. */
export const appRunWaits = pgTable(
  "app_run_waits",
  {
    runId: uuid("run_id")
      .notNull()
      .references(() => appRuns.id, { onDelete: "cascade" }),
    stepId: text("step_id").notNull(),
    kind: text("kind", { enum: WAIT_KINDS }).notNull(),
    subject: text("subject").notNull().default(""),
    text: text("text").notNull().default(""),
    /** Who is asked; null: whoever may change the app. */
    assigneeId: uuid("assignee_id").references(() => users.id, { onDelete: "set null" }),
    dueAt: at("due_at"),
    remindAt: at("remind_at"),
    answeredAt: at("answered_at"),
    answeredById: uuid("answered_by_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.runId, t.stepId] }),
    index("app_run_waits_assignee_idx").on(t.assigneeId, t.createdAt).where(sql`answered_at is null`),
    index("app_run_waits_due_idx").on(t.dueAt).where(sql`answered_at is null`),
    index("app_run_waits_remind_idx").on(t.remindAt).where(sql`answered_at is null`),
    index("app_run_waits_answered_by_idx").on(t.answeredById),
  ],
);

/** Begins runs of an app by a clock, or when another system calls; with the rights of the app's owner of that moment. */
export const appTriggers = pgTable(
  "app_triggers",
  {
    id: id(),
    appId: ofApp(),
    kind: text("kind", { enum: TRIGGER_KINDS }).notNull(),
    name: text("name").notNull().default(""),
    isOn: boolean("is_on").notNull().default(true),
    inputs: jsonb("inputs").$type<Record<string, string | number | boolean>>().notNull().default({}),
    cron: text("cron"),
    timeZone: text("time_zone"),
    nextAt: at("next_at"),
    /** Of a webhook: what its calls are signed with, encrypted. */
    secretCipher: text("secret_cipher"),
    lastAt: at("last_at"),
    lastRunId: uuid("last_run_id"),
    /** Key of `errors` it stopped with. */
    failure: text("failure"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("app_triggers_app_idx").on(t.appId),
    index("app_triggers_next_idx").on(t.nextAt).where(sql`is_on and next_at is not null`),
  ],
);

/** What calls of a workflow carry and nobody reads: named in its nodes, and sent to one service alone. */
export const appSecrets = pgTable(
  "app_secrets",
  {
    appId: ofApp(),
    name: text("name").notNull(),
    /** Scheme, host and port it may be sent to. */
    origin: text("origin").notNull(),
    /** Encrypted; never read but by the call that carries it. */
    valueCipher: text("value_cipher").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.appId, t.name] })],
);

/** Who has an app's editor open: each tells so again and again, and has left when they were not heard of for some time. */
export const appEditors = pgTable(
  "app_editors",
  {
    appId: ofApp(),
    userId: ofUser(),
    /** The node of a workflow whose settings are open. */
    nodeId: text("node_id"),
    seenAt: at("seen_at").notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.appId, t.userId] }), index("app_editors_user_idx").on(t.userId)],
);
