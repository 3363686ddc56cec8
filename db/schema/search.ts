import { sql } from "drizzle-orm";
import { boolean, date, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { WEB_PAGE_ORIGINS, WEB_PAGE_STATUS } from "../../lib/config/web-kinds";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { files, fileVersions } from "./files";
import { ofUser, users } from "./organisation";

/** Domains that are trusted together (spec C1, C2), and how the built-in index reads them. */
export const searchSources = pgTable(
  "search_sources",
  {
    id: id(),
    /** Whose own it is; null is the organisation's. */
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "cascade" }),
    /** Whose rights the organisation's is read with. */
    creatorId: uuid("creator_id").references(() => users.id, { onDelete: "set null" }),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    iconFileId: uuid("icon_file_id").references(() => files.id, { onDelete: "set null" }),
    /** `a.com` with what is below it, `=a.com` alone; in the order they were written. */
    domains: text("domains").array().notNull(),
    /** Addresses reading begins at, besides the first page of each domain. */
    starts: text("starts").array().notNull().default(sql`'{}'::text[]`),
    groupName: text("group_name").notNull().default(""),
    isIndexed: boolean("is_indexed").notNull().default(true),
    /** Hours after which its pages are looked at again; 0: only when somebody asks. */
    everyHours: integer("every_hours").notNull().default(24),
    pageCap: integer("page_cap").notNull(),
    /** Between two calls of one of its hosts. */
    pauseMs: integer("pause_ms").notNull(),
    crawledAt: at("crawled_at"),
    /** Pages that were new or different at the last reading. */
    changedPages: integer("changed_pages").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [
    index("search_sources_owner_idx").on(t.ownerId, t.updatedAt),
    index("search_sources_creator_idx").on(t.creatorId),
    index("search_sources_icon_idx").on(t.iconFileId),
  ],
);

/** A site that pages are read from, once for all sources it lies in. */
export const webHosts = pgTable("web_hosts", {
  /** With its port where that is not the usual one. */
  host: text("host").primaryKey(),
  /** What its rules ask for between two calls, at most. */
  crawlDelayMs: integer("crawl_delay_ms"),
  /** It is not called before. */
  nextAt: at("next_at").notNull().defaultNow(),
  /** Calls in a row that were not answered. */
  failures: integer("failures").notNull().default(0),
  sitemaps: integer("sitemaps").notNull().default(0),
  feeds: integer("feeds").notNull().default(0),
  /** When its sitemaps and feeds were last read. */
  listedAt: at("listed_at"),
});

/** The rules of a site (RFC 9309), which are those of its scheme and port: one host may have two. */
export const webRobots = pgTable(
  "web_robots",
  {
    origin: text("origin").primaryKey(),
    /** As in `web_hosts`. */
    host: text("host").notNull(),
    /** Empty: it has none; null: they could not be read. */
    robots: text("robots"),
    crawlDelayMs: integer("crawl_delay_ms"),
    readAt: at("read_at").notNull(),
  },
  (t) => [index("web_robots_host_idx").on(t.host)],
);

/** A page by its canonical address. What it says is a file version that nobody owns (spec C4). */
export const webPages = pgTable(
  "web_pages",
  {
    id: id(),
    address: text("address").notNull(),
    host: text("host").notNull(),
    /** What addresses of its make have in common. */
    pattern: text("pattern").notNull(),
    fileId: uuid("file_id").references(() => files.id, { onDelete: "set null" }),
    /** The snapshot that answers; null until its words can be searched. */
    versionId: uuid("version_id").references(() => fileVersions.id, { onDelete: "set null" }),
    setId: uuid("set_id"),
    /** Of its bytes and of the text read from them. */
    bytesHash: text("bytes_hash"),
    textHash: text("text_hash"),
    size: integer("size").notNull().default(0),
    etag: text("etag"),
    modified: text("modified"),
    title: text("title").notNull().default(""),
    language: text("language"),
    status: text("status", { enum: WEB_PAGE_STATUS }).notNull().default("waiting"),
    /** Key of the error catalogue. */
    failure: text("failure"),
    foundBy: text("found_by", { enum: WEB_PAGE_ORIGINS }).notNull(),
    /** Links from where reading began. */
    depth: integer("depth").notNull().default(0),
    /** The page it leads to. */
    movedToId: uuid("moved_to_id"),
    failures: integer("failures").notNull().default(0),
    /** When the snapshot that answers was taken, and when the page was last asked for. */
    fetchedAt: at("fetched_at"),
    checkedAt: at("checked_at"),
    /** When it is to be asked for again; one that is being read is put off by that. Null: not by the clock. */
    nextAt: at("next_at"),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("web_pages_address_key").on(t.address),
    index("web_pages_next_idx").on(t.host, t.nextAt).where(sql`next_at is not null`),
    index("web_pages_host_idx").on(t.host, t.status),
    index("web_pages_pattern_idx").on(t.host, t.pattern),
    index("web_pages_text_idx").on(t.host, t.textHash),
    index("web_pages_file_idx").on(t.fileId),
    index("web_pages_version_idx").on(t.versionId),
  ],
);

/** Pages that a search of a person's own has read: they may go on reading their words. */
export const searchReads = pgTable(
  "search_reads",
  {
    userId: ofUser(),
    pageId: uuid("page_id")
      .notNull()
      .references(() => webPages.id, { onDelete: "cascade" }),
    readAt: at("read_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.pageId] }), index("search_reads_page_idx").on(t.pageId)],
);

/** Pages that were read for a person's sources on a day, of which there is a limit. */
export const crawlDays = pgTable(
  "crawl_days",
  {
    day: date("day").notNull(),
    userId: ofUser(),
    pages: integer("pages").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId] }), index("crawl_days_user_idx").on(t.userId)],
);
