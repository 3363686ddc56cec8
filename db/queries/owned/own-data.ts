import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { collectedItems, collectionFolders } from "../../schema/collected";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { documents } from "../../schema/documents";
import { files, fileVersions } from "../../schema/files";
import { prompts } from "../../schema/prompts";

/** Conversations of a person that are theirs to take along; temporary ones are kept for nobody. */
const ownSessions = (userId: string) =>
  and(eq(chatSessions.userId, userId), isNull(chatSessions.deletedAt), eq(chatSessions.isTemporary, false));

export function countOwnSessions(db: Queryable, userId: string): Promise<number> {
  return db.$count(chatSessions, ownSessions(userId));
}

/** A person's conversations of every area, by id. */
export function listOwnSessions(db: Queryable, userId: string, after: string | null, limit: number) {
  return db
    .select(columnsOf(chatSessions, "id", "kind", "title", "archivedAt", "lastMessageAt", "createdAt"))
    .from(chatSessions)
    .where(and(ownSessions(userId), after ? gt(chatSessions.id, after) : undefined))
    .orderBy(asc(chatSessions.id))
    .limit(limit);
}

/** Every message of an own conversation, all branches, in the order they were written. */
export function listOwnMessages(db: Queryable, userId: string, sessionId: string) {
  return db
    .select({
      ...columnsOf(chatMessages, "id", "parentId", "role", "parts", "status"),
      model: chatMessages.modelName,
      ...columnsOf(chatMessages, "inputTokens", "outputTokens", "feedback", "createdAt"),
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.sessionId, sessionId), eq(chatSessions.userId, userId)))
    .orderBy(asc(chatMessages.id));
}

export function listOwnCollected(db: Queryable, userId: string) {
  return db
    .select({
      kind: collectedItems.kind,
      refId: collectedItems.refId,
      folder: collectionFolders.name,
      ...columnsOf(collectedItems, "title", "text", "note", "createdAt"),
    })
    .from(collectedItems)
    .leftJoin(collectionFolders, eq(collectionFolders.id, collectedItems.folderId))
    .where(eq(collectedItems.userId, userId))
    .orderBy(asc(collectedItems.createdAt), asc(collectedItems.id));
}

/** Prompts and roles a person wrote. */
export function listOwnPrompts(db: Queryable, userId: string) {
  return db
    .select({
      ...columnsOf(prompts, "type", "name", "description", "content", "roleName"),
      ...columnsOf(prompts, "visibility", "status", "createdAt", "updatedAt"),
    })
    .from(prompts)
    .where(and(eq(prompts.ownerId, userId), isNull(prompts.deletedAt)))
    .orderBy(asc(prompts.createdAt), asc(prompts.id));
}

/** Documents a person reads; the files themselves stay where they are. */
export function listOwnDocuments(db: Queryable, userId: string) {
  return db
    .select({ name: files.name, size: fileVersions.size, type: fileVersions.type, createdAt: documents.createdAt })
    .from(documents)
    .innerJoin(files, eq(files.id, documents.fileId))
    .leftJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .where(and(eq(documents.userId, userId), isNull(documents.deletedAt)))
    .orderBy(asc(documents.createdAt), asc(documents.id));
}
