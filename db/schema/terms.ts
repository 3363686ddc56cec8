import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, id, updatedAt } from "./_columns";
import { ofUser, users } from "./organisation";

export const TERMS_STATUS = ["draft", "published"] as const;

/** Terms of use: the published version with the highest number applies; a draft is at most one (spec N13). */
export const termsVersions = pgTable(
  "terms_versions",
  {
    id: id(),
    version: integer("version").notNull(),
    status: text("status", { enum: TERMS_STATUS }).notNull().default("draft"),
    markdownZh: text("markdown_zh").notNull(),
    markdownEn: text("markdown_en").notNull(),
    /** What changed, for people who are asked again. */
    noteZh: text("note_zh").notNull().default(""),
    noteEn: text("note_en").notNull().default(""),
    /** Everybody is asked before they go on. */
    mustAccept: boolean("must_accept").notNull().default(false),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    publishedAt: at("published_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("terms_versions_version_key").on(t.version),
    uniqueIndex("terms_versions_draft_key").on(t.status).where(sql`${t.status} = 'draft'`),
  ],
);

export const termsAcceptances = pgTable(
  "terms_acceptances",
  {
    versionId: uuid("version_id")
      .notNull()
      .references(() => termsVersions.id, { onDelete: "restrict" }),
    userId: ofUser(),
    language: text("language", { enum: ["zh_CN", "en_US"] }).notNull(),
    address: text("address").notNull().default(""),
    userAgent: text("user_agent").notNull().default(""),
    acceptedAt: at("accepted_at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.versionId, t.userId] }),
    index("terms_acceptances_user_idx").on(t.userId, t.acceptedAt),
    index("terms_acceptances_version_idx").on(t.versionId, t.acceptedAt),
  ],
);
