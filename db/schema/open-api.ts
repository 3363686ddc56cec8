import { index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { ofUser } from "./organisation";

/** Keys of the Open API (spec N10); usage belongs to the creating person (ARCHITECTURE 9). */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    userId: ofUser(),
    name: text("name").notNull(),
    /** SHA-256 of the secret, which is shown once. */
    secretHash: text("secret_hash").notNull(),
    /** The secret's beginning and end, to tell keys apart. */
    hint: text("hint").notNull(),
    /** What the key may call; null: everything. */
    scopes: text("scopes").array(),
    /** Models it reaches; null: all the person may use. */
    modelIds: uuid("model_ids").array(),
    /** Knowledge bases it reaches, of those the person does; null: all of them. */
    baseIds: uuid("base_ids").array(),
    /** Addresses and CIDR ranges it is accepted from; null: from anywhere. */
    addresses: text("addresses").array(),
    requestsPerMinute: integer("requests_per_minute"),
    tokensPerMinute: integer("tokens_per_minute"),
    dailyTokenLimit: integer("daily_token_limit"),
    expiresAt: at("expires_at"),
    status: text("status", { enum: ["enabled", "disabled"] })
      .notNull()
      .default("enabled"),
    lastUsedAt: at("last_used_at"),
    lastUsedAddress: text("last_used_address"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [uniqueIndex("api_keys_secret_key").on(t.secretHash), index("api_keys_user_idx").on(t.userId)],
);
