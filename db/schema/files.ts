import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { at, createdAt, deletedAt, id, updatedAt } from "./_columns";
import { ofUser, users } from "./organisation";

export const FILE_STATUS = ["uploading", "uploaded", "upload_failed"] as const;

export const files = pgTable(
  "files",
  {
    id: id(),
    ownerId: uuid("owner_id").references(() => users.id, { onDelete: "restrict" }),
    name: text("name").notNull(),
    purpose: text("purpose").notNull().default("general"),
    /** Readable without a login, e.g. the logo. Only administrators' services set it. */
    isPublic: boolean("is_public").notNull().default(false),
    status: text("status", { enum: FILE_STATUS }).notNull().default("uploading"),
    currentVersionId: uuid("current_version_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: deletedAt(),
  },
  (t) => [index("files_owner_idx").on(t.ownerId, t.createdAt), index("files_status_idx").on(t.status, t.updatedAt)],
);

/** A version never changes; citations, jobs and tickets name one (ARCHITECTURE 9). */
export const fileVersions = pgTable(
  "file_versions",
  {
    id: id(),
    fileId: uuid("file_id")
      .notNull()
      .references(() => files.id, { onDelete: "cascade" }),
    number: integer("number").notNull().default(1),
    sha256: text("sha256").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    /** Media type by content, not by name. */
    type: text("type").notNull(),
    storageKey: text("storage_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex("file_versions_number_key").on(t.fileId, t.number),
    uniqueIndex("file_versions_storage_key").on(t.storageKey),
    index("file_versions_sha256_idx").on(t.sha256),
  ],
);

/** A download link's token: one file, one person, five minutes, stored hashed (ARCHITECTURE 4). */
export const fileTickets = pgTable(
  "file_tickets",
  {
    tokenHash: text("token_hash").primaryKey(),
    versionId: uuid("version_id")
      .notNull()
      .references(() => fileVersions.id, { onDelete: "cascade" }),
    userId: ofUser(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("file_tickets_expires_idx").on(t.expiresAt)],
);
