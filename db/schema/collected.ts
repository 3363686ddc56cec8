import { index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, updatedAt } from "./_columns";
import { folderColumns } from "./_folders";
import { ofUser } from "./organisation";

export const collectionFolders = pgTable("collection_folders", folderColumns(), (t) => [
  uniqueIndex("collection_folders_name_key").on(t.userId, t.name),
]);

/** What a person keeps (spec M2). A copy of an answer stays when its chat is deleted. */
export const collectedItems = pgTable(
  "collected_items",
  {
    id: id(),
    userId: ofUser(),
    /** As areas declare it. */
    kind: text("kind").notNull(),
    /** Message, document, prompt … of that kind. */
    refId: uuid("ref_id").notNull(),
    /** Chat of an answer, to go back to. */
    sessionId: uuid("session_id"),
    folderId: uuid("folder_id").references(() => collectionFolders.id, { onDelete: "set null" }),
    title: text("title").notNull(),
    /** Plain text, for search and the excerpt. */
    text: text("text").notNull().default(""),
    /** Message parts of an answer as it was when it was kept. */
    parts: jsonb("parts").notNull().default([]),
    note: text("note").notNull().default(""),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    uniqueIndex("collected_items_ref_key").on(t.userId, t.kind, t.refId),
    index("collected_items_user_idx").on(t.userId, t.createdAt),
    index("collected_items_folder_idx").on(t.folderId),
  ],
);
