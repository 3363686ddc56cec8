import { and, asc, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { documentSettings, documents, sessionDocuments } from "../../schema/documents";
import { parsedVersions } from "../../schema/parsing";
import { sliceSets } from "../../schema/retrieval";
import { type DocumentRow, liveDocument, selectDocuments } from "./documents";

/** The live documents of a conversation, in the order they were chosen. */
export function listChatDocuments(db: Queryable, userId: string, sessionId: string): Promise<DocumentRow[]> {
  return selectDocuments(db)
    .innerJoin(sessionDocuments, eq(sessionDocuments.documentId, documents.id))
    .where(and(eq(sessionDocuments.sessionId, sessionId), liveDocument(userId)))
    .orderBy(asc(sessionDocuments.position));
}

/** Makes these the documents of a conversation, in this order. */
export async function setChatDocuments(db: Queryable, sessionId: string, ids: readonly string[]): Promise<void> {
  await db.delete(sessionDocuments).where(eq(sessionDocuments.sessionId, sessionId));
  await db
    .insert(sessionDocuments)
    .values(ids.map((documentId, position) => ({ sessionId, documentId, position: position + 1 })));
}

/** A set that is whole and answers in document reading. */
export const isReadingSet = and(eq(sliceSets.owner, "reading"), eq(sliceSets.isReady, true));

/** The ready slice set of each version that document reading searches. */
export async function listReadingSets(db: Queryable, versionIds: readonly string[]) {
  if (versionIds.length === 0) return [];
  return db
    .select({ setId: sliceSets.id, versionId: sliceSets.versionId, tokens: parsedVersions.tokens })
    .from(sliceSets)
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, sliceSets.versionId))
    .where(and(inArray(sliceSets.versionId, [...versionIds]), isReadingSet));
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
