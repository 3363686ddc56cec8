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
