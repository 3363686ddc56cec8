import { sql } from "drizzle-orm";
import { type AnyPgColumn, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";

export const MENU_TYPES = ["group", "page", "link", "action"] as const;

export const menus = pgTable(
  "menus",
  {
    id: id(),
    parentId: uuid("parent_id").references((): AnyPgColumn => menus.id, { onDelete: "cascade" }),
    /** Stable name of an entry the product owns; null for entries an administrator made. */
    key: text("key"),
    type: text("type", { enum: MENU_TYPES }).notNull(),
    nameZh: text("name_zh").notNull(),
    nameEn: text("name_en").notNull(),
    icon: text("icon").notNull().default(""),
    /** Route path of the registry, or an https address for links. */
    path: text("path"),
    /** Key of the route registry (ARCHITECTURE 4: a component path is a key of our registry). */
    component: text("component"),
    permission: text("permission"),
    /** spec 3, meta.fixed: menu path to highlight instead of the own one. */
    fixed: text("fixed"),
    sort: integer("sort").notNull().default(0),
    hidden: boolean("hidden").notNull().default(false),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("menus_key_key").on(t.key),
    index("menus_parent_idx").on(t.parentId, t.sort),
    // A link of the organisation's own has a code of its own, so that roles can grant it.
    uniqueIndex("menus_link_code_key").on(t.permission).where(sql`${t.type} = 'link'`),
  ],
);
