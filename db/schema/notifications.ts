import { index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { at, createdAt, id } from "./_columns";
import { ofUser } from "./organisation";

export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: ofUser(),
    /** Message key of `notifications.<kind>`; the texts are rendered in the reader's language. */
    kind: text("kind").notNull(),
    args: jsonb("args").$type<Record<string, string | number>>().notNull().default({}),
    href: text("href"),
    readAt: at("read_at"),
    createdAt: createdAt(),
  },
  (t) => [index("notifications_user_idx").on(t.userId, t.createdAt)],
);
