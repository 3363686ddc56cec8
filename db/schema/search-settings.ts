import { integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { users } from "./organisation";

const ownerId = () => uuid("user_id").references(() => users.id, { onDelete: "cascade" });

/** spec 3, search config: what a person set, or with no person the organisation; what is absent is the next one's. */
export const searchSettings = pgTable(
  "search_settings",
  {
    id: id(),
    userId: ownerId(),
    /** `SetSearchValues`; models are named in it. */
    values: jsonb("values").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [unique("search_settings_user_key").on(t.userId).nullsNotDistinct()],
);

/** Every text a prompt of the search had, so that results can be told apart and a text brought back (spec C5). */
export const searchPromptVersions = pgTable(
  "search_prompt_versions",
  {
    id: id(),
    userId: ownerId(),
    /** The answer, or a node. */
    key: text("key").notNull(),
    version: integer("version").notNull(),
    template: text("template").notNull(),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: createdAt(),
  },
  (t) => [unique("search_prompt_versions_key").on(t.userId, t.key, t.version).nullsNotDistinct()],
);
