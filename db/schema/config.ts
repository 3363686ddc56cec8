import { integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { updatedAt } from "./_columns";

/** One document a kind of configuration; the kinds and their schemas are in lib/config/system-config.ts. */
export const systemConfig = pgTable("system_config", {
  type: text("type").primaryKey(),
  value: jsonb("value").notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
});
