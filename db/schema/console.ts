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
import { at, createdAt, id, updatedAt } from "./_columns";
import { users } from "./identity";

export const IMPORT_KINDS = ["departments", "users"] as const;
export const IMPORT_STATUS = ["checking", "refused", "ready", "running", "done", "failed", "cancelled"] as const;

/** One row of an imported table that cannot be taken: its number in the file, the column, a key of `imports.reason`. */
export interface ImportRowError {
  row: number;
  column: string;
  error: string;
  value?: string;
}

/** An Excel import: checked first, carried out as one whole when a person has confirmed it. */
export const importRuns = pgTable(
  "import_runs",
  {
    id: id(),
    kind: text("kind", { enum: IMPORT_KINDS }).notNull(),
    status: text("status", { enum: IMPORT_STATUS }).notNull().default("checking"),
    ownerId: uuid("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    /** What was read and found good, as the run needs it; emptied at the end. */
    rows: jsonb("rows"),
    options: jsonb("options").$type<Record<string, unknown>>().notNull().default({}),
    total: integer("total").notNull().default(0),
    /** The first of them; `errorCount` counts all. */
    errors: jsonb("errors").$type<ImportRowError[]>().notNull().default([]),
    errorCount: integer("error_count").notNull().default(0),
    /** What the run would do or did: created, changed, unchanged. */
    summary: jsonb("summary").$type<Record<string, number>>().notNull().default({}),
    /** Key of `errors` when the run failed as a whole. */
    failure: text("failure"),
    /** One-time codes of the people made, encrypted until they were taken or a day has passed. */
    codesCipher: text("codes_cipher"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("import_runs_owner_idx").on(t.ownerId, t.createdAt), index("import_runs_status_idx").on(t.status)],
);

/** The code a new person comes in with once, before they choose a password. SHA-256: the code itself is random. */
export const activationCodes = pgTable("activation_codes", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  codeHash: text("code_hash").notNull(),
  expiresAt: at("expires_at").notNull(),
  createdAt: createdAt(),
});

/** Second factor of a local account: a time-based code. Without `confirmedAt` it is being set up. */
export const secondFactors = pgTable("second_factors", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  secretCipher: text("secret_cipher").notNull(),
  confirmedAt: at("confirmed_at"),
  /** The last time step that was used: a code works once. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
  createdAt: createdAt(),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    codeHash: text("code_hash").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

export const TERMS_STATUS = ["draft", "published"] as const;

/** Terms of use: the published version with the highest number applies; a draft is at most one (spec N13). */
export const termsVersions = pgTable(
  "terms_versions",
  {
    id: id(),
    version: integer("version").notNull(),
    status: text("status", { enum: TERMS_STATUS }).notNull().default("draft"),
    markdownZh: text("markdown_zh").notNull(),
    markdownEn: text("markdown_en").notNull(),
    /** What changed, for people who are asked again. */
    noteZh: text("note_zh").notNull().default(""),
    noteEn: text("note_en").notNull().default(""),
    /** Everybody is asked before they go on. */
    mustAccept: boolean("must_accept").notNull().default(false),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    publishedAt: at("published_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("terms_versions_version_key").on(t.version),
    uniqueIndex("terms_versions_draft_key").on(t.status).where(sql`${t.status} = 'draft'`),
  ],
);

export const termsAcceptances = pgTable(
  "terms_acceptances",
  {
    versionId: uuid("version_id")
      .notNull()
      .references(() => termsVersions.id, { onDelete: "restrict" }),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    language: text("language", { enum: ["zh_CN", "en_US"] }).notNull(),
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    acceptedAt: at("accepted_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.userId] }),
    index("terms_acceptances_user_idx").on(t.userId, t.acceptedAt),
    index("terms_acceptances_version_idx").on(t.versionId, t.acceptedAt),
  ],
);

/** What a kind of configuration was before and after each change (spec N13). Never a secret: those are kept apart. */
export const configVersions = pgTable(
  "config_versions",
  {
    id: id(),
    type: text("type").notNull(),
    version: integer("version").notNull(),
    value: jsonb("value").notNull(),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("config_versions_version_key").on(t.type, t.version)],
);

/** Licences that were installed, the last one applies. The signed text is kept and verified at every read of it. */
export const licences = pgTable(
  "licences",
  {
    id: id(),
    text: text("text").notNull(),
    serial: text("serial").notNull(),
    installedBy: uuid("installed_by").references(() => users.id, { onDelete: "set null" }),
    installedAt: at("installed_at").notNull().defaultNow(),
    removedAt: at("removed_at"),
  },
  (t) => [index("licences_installed_idx").on(t.installedAt)],
);

export const BACKUP_STATUS = ["running", "done", "failed", "cancelled"] as const;

/** Backups of the embedded set-up that the product itself made. */
export const backups = pgTable(
  "backups",
  {
    id: id(),
    status: text("status", { enum: BACKUP_STATUS }).notNull().default("running"),
    kind: text("kind", { enum: ["manual", "scheduled"] }).notNull(),
    fileName: text("file_name").notNull(),
    size: bigint("size", { mode: "number" }),
    sha256: text("sha256"),
    /** Rows and files it holds. */
    counts: jsonb("counts").$type<Record<string, number>>(),
    /** Key of `errors`. */
    failure: text("failure"),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("backups_created_idx").on(t.createdAt)],
);
