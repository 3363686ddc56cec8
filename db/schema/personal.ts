import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { GuideName } from "../../lib/config/guides";
import { createdAt, id, updatedAt } from "./_columns";
import { ofUser, users } from "./organisation";

/** What a person chose for all their areas. */
export const userPreferences = pgTable("user_preferences", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Chat settings (spec 3) that new chats begin with. */
  chat: jsonb("chat").notNull().default({}),
  /** Memories go along with questions; off until the person switches it on (spec M7). */
  memoryEnabled: boolean("memory_enabled").notNull().default(false),
  /** What newcomers are shown and this person has left for good. */
  guidesLeft: text("guides_left").array().$type<GuideName[]>().notNull().default(sql`'{}'::text[]`),
  updatedAt: updatedAt(),
});

/** What the assistant may know about a person in every chat; theirs to read, change and delete (spec M7). */
export const memories = pgTable(
  "memories",
  {
    id: id(),
    userId: ofUser(),
    text: text("text").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("memories_user_idx").on(t.userId, t.createdAt)],
);
