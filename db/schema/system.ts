import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, updatedAt } from "./_columns";
import { users } from "./identity";

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

/** One document a kind of configuration; the kinds and their schemas are in lib/config/system-config.ts. */
export const systemConfig = pgTable("system_config", {
  type: text("type").primaryKey(),
  value: jsonb("value").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
});

export const operationLogs = pgTable(
  "operation_logs",
  {
    id: id(),
    actorId: uuid("actor_id"),
    actorAccount: text("actor_account").notNull().default(""),
    /** `area.verb`, e.g. `model.supplier.create`. */
    action: text("action").notNull(),
    targetType: text("target_type").notNull().default(""),
    targetId: text("target_id").notNull().default(""),
    targetName: text("target_name").notNull().default(""),
    result: text("result", { enum: ["success", "refused", "failed"] }).notNull(),
    code: integer("code").notNull().default(200),
    before: jsonb("before"),
    after: jsonb("after"),
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    requestId: text("request_id").notNull().default(""),
    createdAt: createdAt(),
    /** Place in the tamper-evident chain, set by the sealer job. */
    sealedNo: bigint("sealed_no", { mode: "number" }),
    sealedHash: text("sealed_hash"),
  },
  (t) => [
    index("operation_logs_created_idx").on(t.createdAt),
    index("operation_logs_actor_idx").on(t.actorId, t.createdAt),
    index("operation_logs_action_idx").on(t.action, t.id),
    index("operation_logs_target_idx").on(t.targetId, t.id),
    index("operation_logs_unsealed_idx").on(t.id).where(sql`${t.sealedNo} is null`),
    uniqueIndex("operation_logs_sealed_key").on(t.sealedNo),
  ],
);

export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Message key of `notifications.<kind>`; the texts are rendered in the reader's language. */
    kind: text("kind").notNull(),
    args: jsonb("args").$type<Record<string, string | number>>().notNull().default({}),
    href: text("href"),
    readAt: at("read_at"),
    createdAt: createdAt(),
  },
  (t) => [index("notifications_user_idx").on(t.userId, t.createdAt)],
);
