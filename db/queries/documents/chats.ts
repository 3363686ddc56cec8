import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { chatSessions, runs } from "../../schema/conversation";
import { documentSettings, documents, sessionDocuments } from "../../schema/documents";
import { files, fileVersions } from "../../schema/files";
import { parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { liveSession } from "../conversation/sessions";
import { type DocumentRow, documentColumns, liveDocument } from "./documents";

const columns = {
  ...columnsOf(chatSessions, "id", "title", "lastMessageAt", "createdAt", "activeLeafId"),
  running: correlated(
    sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
  ),
};

export type DocumentChatRow = NonNullable<Awaited<ReturnType<typeof findDocumentChat>>>;

export async function findDocumentChat(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select(columns)
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), liveSession(userId, "document")));
  return row ?? null;
}

/** The live documents of conversations, each with its conversation, in the order they were chosen. */
export async function listChatDocuments(
  db: Queryable,
  userId: string,
  sessionIds: readonly string[],
): Promise<(DocumentRow & { sessionId: string })[]> {
  if (sessionIds.length === 0) return [];
  return db
    .select({ ...documentColumns, sessionId: sessionDocuments.sessionId })
    .from(sessionDocuments)
    .innerJoin(documents, eq(documents.id, sessionDocuments.documentId))
    .innerJoin(files, eq(files.id, documents.fileId))
    .innerJoin(fileVersions, eq(fileVersions.id, files.currentVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(and(inArray(sessionDocuments.sessionId, [...sessionIds]), liveDocument(userId)))
    .orderBy(asc(sessionDocuments.sessionId), asc(sessionDocuments.position));
}

/** Makes these the documents of a conversation, in this order. */
export async function setChatDocuments(db: Queryable, sessionId: string, ids: readonly string[]): Promise<void> {
  await db.delete(sessionDocuments).where(eq(sessionDocuments.sessionId, sessionId));
  await db
    .insert(sessionDocuments)
    .values(ids.map((documentId, position) => ({ sessionId, documentId, position: position + 1 })));
}

/** The ready slice set of each version that document reading searches. */
export async function listReadingSets(db: Queryable, versionIds: readonly string[]) {
  if (versionIds.length === 0) return [];
  return db
    .select({ setId: sliceSets.id, versionId: sliceSets.versionId, tokens: parsedVersions.tokens })
    .from(sliceSets)
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, sliceSets.versionId))
    .where(
      and(inArray(sliceSets.versionId, [...versionIds]), eq(sliceSets.owner, "reading"), eq(sliceSets.isReady, true)),
    );
}

export async function findDocumentSettings(db: Queryable, userId: string): Promise<unknown> {
  const [row] = await db
    .select({ config: documentSettings.config })
    .from(documentSettings)
    .where(eq(documentSettings.userId, userId));
  return row?.config ?? null;
}

export async function saveDocumentSettings(db: Queryable, userId: string, config: unknown): Promise<void> {
  await db
    .insert(documentSettings)
    .values({ userId, config })
    .onConflictDoUpdate({ target: documentSettings.userId, set: { config, updatedAt: new Date() } });
}
