import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CHANNEL_KINDS } from "../../lib/config/channel-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { ofUser, STATUS, users } from "./organisation";

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
    userId: ofUser(),
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
