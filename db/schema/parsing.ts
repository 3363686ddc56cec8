import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, updatedAt } from "./_columns";
import { fileVersions } from "./files";

/** ARCHITECTURE 9, file status, from the moment the bytes are stored. */
export const PARSE_STATUS = [
  "uploaded",
  "parsing",
  "parse_failed",
  "segmenting",
  "split_failed",
  "building",
  "build_failed",
  "ready",
] as const;
export type ParseStatus = (typeof PARSE_STATUS)[number];

export const DOCUMENT_FORMATS = ["pdf", "docx", "pptx", "xlsx", "csv", "html", "md", "txt", "image"] as const;
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

/** What reading a file version gave; a task of its id reads it (`lib/ingestion`). The text itself lies in the file store, in pieces (`lib/parsing/store`). */
export const parsedVersions = pgTable(
  "parsed_versions",
  {
    versionId: uuid("version_id")
      .primaryKey()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** As a document or a file of a question; null where it is neither, but a base has it read. */
    status: text("status", { enum: PARSE_STATUS }),
    /** Key of the error catalogue when a stage failed. */
    failure: text("failure"),
    format: text("format", { enum: DOCUMENT_FORMATS }).notNull(),
    /** Of a text, where a person chose it or its upload declared it; else the bytes tell. */
    encoding: text("encoding"),
    /** Of the parser that made the pieces: offsets are only comparable within one. */
    parser: integer("parser").notNull().default(0),
    characters: integer("characters").notNull().default(0),
    tokens: integer("tokens").notNull().default(0),
    parts: integer("parts").notNull().default(0),
    language: text("language"),
    title: text("title").notNull().default(""),
    /** `ParsedIndex` without the text: parts, outline, pieces, warnings. Null until it was parsed. */
    index: jsonb("index"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [index("parsed_versions_status_idx").on(t.status)],
);

/**
 * Pages of a version that is being read whose words a machine has recognised (`lib/parsing/recognition`): none is done
 * twice, however often the reading breaks off. They go once the version is read.
 */
export const recognisedPages = pgTable(
  "recognised_pages",
  {
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    /** Of the page, from 1. */
    number: integer("number").notNull(),
    /** `RecognisedPage`; null where the page has words of its own, and where it failed. */
    page: jsonb("page"),
    isFailed: boolean("is_failed").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.versionId, t.number] })],
);
