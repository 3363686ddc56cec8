import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./_columns";
import { ofUser, users } from "./organisation";

/** One login of a person: the page cookie and the token of calls name the same row (ARCHITECTURE 4). */
export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: ofUser(),
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
    userId: ofUser(),
    codeHash: text("code_hash").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);
