import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { REVIEW_SIDES, REVIEW_TYPES } from "@/lib/config/review-kinds";
import { createdAt, id, updatedAt } from "./_columns";
import { departments, users } from "./organisation";

/** What may not be asked or answered (spec 3, K7). Default rules hold for the whole organisation. */
export const reviewRules = pgTable(
  "review_rules",
  {
    id: id(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    type: text("type", { enum: REVIEW_TYPES }).notNull().default("default"),
    keywords: text("keywords").array().notNull(),
    presetReply: text("preset_reply").notNull(),
    reviewsInput: boolean("reviews_input").notNull(),
    reviewsOutput: boolean("reviews_output").notNull(),
    enabled: boolean("enabled").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [uniqueIndex("review_rules_name_key").on(sql`lower(${t.name})`)],
);

/** A question or an answer a rule held back. Of what was said only the audit copy is kept, apart from the conversation. */
export const reviewHits = pgTable(
  "review_hits",
  {
    id: id(),
    /** Null once the rule is gone; its name stays. */
    ruleId: uuid("rule_id").references(() => reviewRules.id, { onDelete: "set null" }),
    ruleName: text("rule_name").notNull(),
    keyword: text("keyword").notNull(),
    side: text("side", { enum: REVIEW_SIDES }).notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "restrict" }),
    departmentId: uuid("department_id").references(() => departments.id, { onDelete: "set null" }),
    app: text("app").notNull(),
    /** The key of the Open API it was called by; null on the screen. */
    apiKeyId: uuid("api_key_id"),
    /** Of a conversation; it may be gone since. */
    sessionId: uuid("session_id"),
    messageId: uuid("message_id"),
    /** The words it was found in; null for a conversation that is not kept. */
    content: text("content"),
    createdAt: createdAt(),
  },
  (t) => [
    index("review_hits_time_idx").on(t.createdAt.desc(), t.id.desc()),
    index("review_hits_message_idx").on(t.messageId),
    index("review_hits_user_idx").on(t.userId),
    index("review_hits_rule_idx").on(t.ruleId, t.createdAt.desc()),
  ],
);
