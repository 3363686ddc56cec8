import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, updatedAt } from "./_columns";

export const STATUS = ["enabled", "disabled"] as const;
export const USER_TYPES = ["local", "directory", "sso", "scim"] as const;

export const departments = pgTable(
  "departments",
  {
    id: id(),
    parentId: uuid("parent_id").references((): AnyPgColumn => departments.id, { onDelete: "restrict" }),
    name: text("name").notNull(),
    status: text("status", { enum: STATUS }).notNull().default("enabled"),
    /** Ids from the root to this department, joined and closed by `/`: one prefix search finds all descendants. */
    path: text("path").notNull(),
    sort: integer("sort").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    index("departments_parent_idx").on(t.parentId),
    index("departments_path_idx").on(t.path),
    unique("departments_sibling_name_key").on(t.parentId, t.name).nullsNotDistinct(),
  ],
);

/** Whose row it is; it goes with the person's. */
export const ofUser = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const users = pgTable(
  "users",
  {
    id: id(),
    /** NFKC, lower case, trimmed (ARCHITECTURE 9). */
    account: text("account").notNull(),
    name: text("name").notNull(),
    type: text("type", { enum: USER_TYPES }).notNull().default("local"),
    status: text("status", { enum: STATUS }).notNull().default("enabled"),
    departmentId: uuid("department_id").references(() => departments.id, { onDelete: "set null" }),
    phone: text("phone"),
    email: text("email"),
    avatarFileId: uuid("avatar_file_id"),
    language: text("language", { enum: ["zh_CN", "en_US"] }),
    passwordHash: text("password_hash"),
    mustChangePassword: boolean("must_change_password").notNull().default(false),
    /** Raised whenever every session of the person must end or be read anew. */
    sessionVersion: integer("session_version").notNull().default(0),
    lastLoginAt: at("last_login_at"),
    /** Users are anonymised, never removed. */
    anonymizedAt: at("anonymized_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("users_account_key").on(t.account),
    index("users_department_idx").on(t.departmentId),
    index("users_created_idx").on(t.createdAt),
    index("users_name_idx").on(t.name),
  ],
);

export const IMPORT_KINDS = ["departments", "users"] as const;
export const IMPORT_STATUS = ["checking", "refused", "ready", "running", "done", "failed", "cancelled"] as const;

/** One row of an imported table that cannot be taken: its number in the file, the column, a key of `organisation-imports.reason`. */
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
