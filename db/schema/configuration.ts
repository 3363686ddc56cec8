import { integer, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./_columns";
import { users } from "./organisation";

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
