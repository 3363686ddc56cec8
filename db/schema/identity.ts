import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
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
import { CHANNEL_KINDS } from "../../lib/config/channel-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";

export const STATUS = ["enabled", "disabled"] as const;
export const USER_TYPES = ["local", "directory", "sso", "scim"] as const;
export const ROLE_TYPES = ["system", "ordinary", "custom"] as const;

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

export const roles = pgTable(
  "roles",
  {
    id: id(),
    /** Set on seeded roles only: administrator, staff, visitor. */
    key: text("key"),
    name: text("name").notNull(),
    nameEn: text("name_en"),
    type: text("type", { enum: ROLE_TYPES }).notNull(),
    description: text("description").notNull().default(""),
    /** Tokens a day; null is unlimited, 0 is none (ARCHITECTURE 9). */
    dailyTokenLimit: bigint("daily_token_limit", { mode: "number" }),
    dailyImageLimit: integer("daily_image_limit"),
    permissions: text("permissions").array().notNull().default(sql`'{}'::text[]`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("roles_name_key").on(t.name), uniqueIndex("roles_key_key").on(t.key)],
);

export const userRoles = pgTable(
  "user_roles",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    roleId: uuid("role_id")
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index("user_roles_role_idx").on(t.roleId)],
);

/** One login of a person: the page cookie and the token of calls name the same row (ARCHITECTURE 4). */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** SHA-256 of the token; the token itself is never stored. */
    tokenHash: text("token_hash").notNull(),
    method: text("method").notNull(),
    userAgent: text("user_agent").notNull().default(""),
    address: text("address").notNull().default(""),
    createdAt: createdAt(),
    lastUsedAt: at("last_used_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
  },
  (t) => [uniqueIndex("sessions_token_key").on(t.tokenHash), index("sessions_user_idx").on(t.userId, t.lastUsedAt)],
);

/** A way to come in beside passwords (spec 2, login channels). Off until its settings passed a test (spec A1). */
export const loginChannels = pgTable(
  "login_channels",
  {
    id: id(),
    kind: text("kind", { enum: CHANNEL_KINDS }).notNull(),
    nameZh: text("name_zh").notNull(),
    nameEn: text("name_en").notNull(),
    status: text("status", { enum: STATUS }).notNull().default("disabled"),
    /** The browser goes there by itself (ARCHITECTURE 9). */
    isDefault: boolean("is_default").notNull().default(false),
    sort: integer("sort").notNull().default(0),
    /** Fields of its kind, see lib/auth/channels/kinds.ts. Nothing in it is secret. */
    settings: jsonb("settings").$type<Record<string, unknown>>().notNull().default({}),
    /** Encrypted one by one, by name. */
    secrets: jsonb("secrets").$type<Record<string, string>>().notNull().default({}),
    /** spec 3, login channel app. */
    app: jsonb("app").$type<Record<string, unknown>>().notNull().default({}),
    /** Who gets an account, where, with which roles. */
    provisioning: jsonb("provisioning").$type<Record<string, unknown>>().notNull().default({}),
    sync: jsonb("sync").$type<Record<string, unknown>>().notNull().default({}),
    /** SHA-256 of the token an identity provider pushes people with. */
    scimTokenHash: text("scim_token_hash"),
    /** Who the people of this channel belong to: half of the key of an outside identity. */
    issuer: text("issuer").notNull(),
    /** Raised by each change of what a handshake depends on. */
    version: integer("version").notNull().default(1),
    testedVersion: integer("tested_version"),
    testedAt: at("tested_at"),
    /** The last failure that is no mistake of the person who signs in, and when. */
    failure: text("failure"),
    failedAt: at("failed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("login_channels_default_key").on(t.isDefault).where(sql`${t.isDefault}`),
    uniqueIndex("login_channels_issuer_key").on(t.issuer),
    uniqueIndex("login_channels_scim_key").on(t.scimTokenHash),
  ],
);

/** Who an outside identity is here: the key is issuer and subject, never an e-mail (SECURITY rule 9). */
export const externalIdentities = pgTable(
  "external_identities",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    channelId: uuid("channel_id").references(() => loginChannels.id, { onDelete: "set null" }),
    /** What the other side calls the person: an account or an address, to tell two links apart. */
    label: text("label").notNull().default(""),
    lastUsedAt: at("last_used_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    index("external_identities_user_idx").on(t.userId),
    index("external_identities_channel_idx").on(t.channelId),
  ],
);

/** Failed logins of one source address within a window: one password tried over many accounts. */
export const loginSources = pgTable("login_sources", {
  address: text("address").primaryKey(),
  failures: integer("failures").notNull().default(0),
  windowStart: at("window_start").notNull().defaultNow(),
  /** Verification codes this source has asked for since. */
  codes: integer("codes").notNull().default(0),
  codesSince: at("codes_since").notNull().defaultNow(),
});

/**
 * Failed logins of an account name, real or not, from one source: unknown names behave like known ones (spec A5), and
 * somebody guessing from elsewhere cannot lock a person out (SECURITY AU-02).
 */
export const loginAttempts = pgTable(
  "login_attempts",
  {
    account: text("account").notNull(),
    address: text("address").notNull(),
    failures: integer("failures").notNull().default(0),
    lockedUntil: at("locked_until"),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.account, t.address] }), index("login_attempts_updated_idx").on(t.updatedAt)],
);

export const verificationCodes = pgTable("verification_codes", {
  id: id(),
  answerHash: text("answer_hash").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/** One-time ids of `jwt` logins, kept until the token would have expired. */
export const usedTokenIds = pgTable(
  "used_token_ids",
  {
    issuer: text("issuer").notNull(),
    tokenId: text("token_id").notNull(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.tokenId] })],
);

export const grants = pgTable(
  "grants",
  {
    resourceType: text("resource_type").notNull(),
    resourceId: uuid("resource_id").notNull(),
    subjectType: text("subject_type", { enum: ["user", "role", "department"] }).notNull(),
    subjectId: uuid("subject_id").notNull(),
    right: text("right", { enum: ["view", "manage"] }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.resourceType, t.resourceId, t.subjectType, t.subjectId] }),
    index("grants_subject_idx").on(t.subjectType, t.subjectId),
  ],
);
