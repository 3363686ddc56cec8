import { sql } from "drizzle-orm";
import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { ofUser } from "./organisation";

export const ROLE_TYPES = ["system", "ordinary", "custom"] as const;

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
    userId: ofUser(),
    roleId: uuid("role_id")
      .notNull()
      .references(() => roles.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.userId, t.roleId] }), index("user_roles_role_idx").on(t.roleId)],
);
