import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { SEARCH_KINDS, SEARCH_PROVIDER_KINDS, TOOL_STATUS } from "../../lib/config/tool-kinds";
import { at, createdAt, id, updatedAt } from "./_columns";
import { users } from "./organisation";

/** Services the web is searched with, asked in their order until one answers (spec C7). */
export const searchProviders = pgTable(
  "search_providers",
  {
    id: id(),
    kind: text("kind", { enum: SEARCH_PROVIDER_KINDS }).notNull(),
    name: text("name").notNull(),
    baseUrl: text("base_url").notNull(),
    /** AES-256-GCM; write-only for everybody (SECURITY rule 7). */
    keyCipher: text("key_cipher"),
    /** The last four characters. */
    keyHint: text("key_hint").notNull().default(""),
    enabled: boolean("enabled").notNull().default(true),
    sort: integer("sort").notNull().default(0),
    /** Calls a day of the configured time zone; null is no limit. Used ones stand in `usage_counters`. */
    dailyQuota: integer("daily_quota"),
    /** What 1,000 calls cost, in millionths of the base currency (ARCHITECTURE 9). */
    costMicros: bigint("cost_micros", { mode: "number" }).notNull().default(0),
    status: text("status", { enum: TOOL_STATUS }).notNull().default("unknown"),
    checkedAt: at("checked_at"),
    /** Key of the error catalogue. */
    checkError: text("check_error"),
    /** It failed a moment ago: until then the others are asked first. */
    cooldownUntil: at("cooldown_until"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("search_providers_name_key").on(t.name)],
);

/** What was asked of providers and what came of it; never the words that were searched for. */
export const searchCalls = pgTable(
  "search_calls",
  {
    id: id(),
    providerId: uuid("provider_id").references(() => searchProviders.id, { onDelete: "set null" }),
    providerName: text("provider_name").notNull(),
    kind: text("kind", { enum: SEARCH_KINDS }).notNull(),
    /** `done`, or a key of the error catalogue. */
    outcome: text("outcome").notNull(),
    hits: integer("hits").notNull().default(0),
    durationMs: integer("duration_ms").notNull().default(0),
    costMicros: bigint("cost_micros", { mode: "number" }).notNull().default(0),
    currency: text("currency").notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    app: text("app").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index("search_calls_time_idx").on(t.createdAt),
    index("search_calls_failed_idx").on(t.providerId, t.createdAt).where(sql`outcome <> 'done'`),
  ],
);
