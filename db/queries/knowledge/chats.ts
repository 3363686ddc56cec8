import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { chatSessions, runs } from "../../schema/conversation";
import { files, fileVersions } from "../../schema/files";
import {
  knowledgeBases,
  knowledgeChatSettings,
  knowledgeFiles,
  knowledgeOpenQuestions,
  sessionBases,
} from "../../schema/knowledge";
import { users } from "../../schema/organisation";
import { parsedVersions } from "../../schema/parsing";
import { liveSession } from "../conversation/sessions";
import { readingRun } from "../parsing/parsing";
import type { GrantedSubjects } from "../permissions/grants";
import { reachableBase, visibleBase } from "./bases";
import { reachableFile } from "./files";

/** Kind of the conversations that are put to bases. */
const KIND = "knowledge";

/** A person's conversation with bases, or null. */
export async function findKnowledgeChat(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({
      id: chatSessions.id,
      title: chatSessions.title,
      lastMessageAt: chatSessions.lastMessageAt,
      createdAt: chatSessions.createdAt,
      running: correlated(
        sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
      ),
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), liveSession(userId, KIND)));
  return row ?? null;
}

/** Bases a conversation is put to, in the order they were chosen: those a person may use now with what they are. */
export async function listChatBases(db: Queryable, subjects: GrantedSubjects, sessionId: string) {
  const rows = await db
    .select({
      id: sessionBases.baseId,
      name: knowledgeBases.name,
      icon: knowledgeBases.icon,
      retrieval: knowledgeBases.retrieval,
      ownerId: knowledgeBases.ownerId,
      ownerName: users.name,
      isUsable: correlated(sql<boolean>`(${and(isNull(knowledgeBases.deletedAt), visibleBase(subjects))})`),
    })
    .from(sessionBases)
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, sessionBases.baseId))
    .innerJoin(users, eq(users.id, knowledgeBases.ownerId))
    .where(eq(sessionBases.sessionId, sessionId))
    .orderBy(asc(sessionBases.position));
  return { ids: rows.map(({ id }) => id), usable: rows.filter(({ isUsable }) => isUsable) };
}
export type ChatBaseRow = Awaited<ReturnType<typeof listChatBases>>["usable"][number];

/** Which of these bases a person may use now. */
export async function listUsableBaseIds(
  db: Queryable,
  subjects: GrantedSubjects,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(and(inArray(knowledgeBases.id, [...ids]), reachableBase(subjects, "view")));
  return rows.map(({ id }) => id);
}

/** Makes these the bases of a conversation, in this order. */
export async function setChatBases(db: Queryable, sessionId: string, ids: readonly string[]): Promise<void> {
  await db.delete(sessionBases).where(eq(sessionBases.sessionId, sessionId));
  await insertChatBases(db, sessionId, ids);
}

/** The bases of a new conversation, in this order. */
export async function insertChatBases(db: Queryable, sessionId: string, ids: readonly string[]): Promise<void> {
  await db.insert(sessionBases).values(ids.map((baseId, position) => ({ sessionId, baseId, position: position + 1 })));
}

/** What an answer needs of files whose slices were found, of those this person may read at this moment. */
export async function listFoundFiles(db: Queryable, subjects: GrantedSubjects, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({
      id: knowledgeFiles.id,
      fileId: knowledgeFiles.fileId,
      versionId: fileVersions.id,
      format: parsedVersions.format,
      tokens: parsedVersions.tokens,
      /** Which reading of the version counts now; null while it is read. */
      run: readingRun,
      /** When these words came in. */
      date: fileVersions.createdAt,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(fileVersions, eq(fileVersions.id, knowledgeFiles.readyVersionId))
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, fileVersions.id))
    .where(and(inArray(knowledgeFiles.id, [...ids]), eq(files.status, "uploaded"), reachableFile(subjects, "view")));
}

/** Of these versions those that answer in bases this person reaches: which file each is, and who answers for it. */
export function listOwnersOfVersions(db: Queryable, subjects: GrantedSubjects, versionIds: readonly string[]) {
  if (versionIds.length === 0) return Promise.resolve([]);
  return db
    .select({
      versionId: sql<string>`${knowledgeFiles.readyVersionId}`,
      fileId: knowledgeFiles.id,
      baseId: knowledgeFiles.baseId,
      ownerId: users.id,
      ownerName: users.name,
    })
    .from(knowledgeFiles)
    .innerJoin(files, eq(files.id, knowledgeFiles.fileId))
    .innerJoin(knowledgeBases, eq(knowledgeBases.id, knowledgeFiles.baseId))
    .innerJoin(users, eq(users.id, knowledgeFiles.ownerId))
    .where(and(inArray(knowledgeFiles.readyVersionId, [...versionIds]), reachableFile(subjects, "view")));
}

/** Files a look at the languages of a base goes through. */
const LOOKED_AT = 50;

/** Languages the newest files of bases are written in, as far as their reader could tell. */
export async function listBaseLanguages(db: Queryable, baseIds: readonly string[]): Promise<string[]> {
  if (baseIds.length === 0) return [];
  const newest = db
    .select({ versionId: knowledgeFiles.readyVersionId })
    .from(knowledgeFiles)
    .where(
      and(
        inArray(knowledgeFiles.baseId, [...baseIds]),
        isNull(knowledgeFiles.deletedAt),
        sql`${knowledgeFiles.readyVersionId} is not null`,
      ),
    )
    .orderBy(desc(knowledgeFiles.createdAt))
    .limit(LOOKED_AT)
    .as("newest");
  const rows = await db
    .selectDistinct({ language: parsedVersions.language })
    .from(newest)
    .innerJoin(parsedVersions, eq(parsedVersions.versionId, newest.versionId));
  return rows.flatMap(({ language }) => language ?? []);
}

export async function findChatSettings(db: Queryable, userId: string): Promise<unknown> {
  const [row] = await db
    .select({ config: knowledgeChatSettings.config })
    .from(knowledgeChatSettings)
    .where(eq(knowledgeChatSettings.userId, userId));
  return row?.config ?? null;
}

export async function saveChatSettings(db: Queryable, userId: string, config: unknown): Promise<void> {
  await db
    .insert(knowledgeChatSettings)
    .values({ userId, config })
    .onConflictDoUpdate({ target: knowledgeChatSettings.userId, set: { config, updatedAt: new Date() } });
}

/** Bases whose owners were asked about an answer that found nothing. */
export async function listAskedBases(db: Queryable, messageId: string): Promise<string[]> {
  const rows = await db
    .select({ baseId: knowledgeOpenQuestions.baseId })
    .from(knowledgeOpenQuestions)
    .where(eq(knowledgeOpenQuestions.messageId, messageId));
  return rows.map(({ baseId }) => baseId);
}

/** Notes a question its base had no answer to; false when it was noted before. */
export async function insertOpenQuestion(
  db: Queryable,
  row: Pick<typeof knowledgeOpenQuestions.$inferInsert, "messageId" | "baseId" | "askerId" | "question">,
): Promise<boolean> {
  const rows = await db
    .insert(knowledgeOpenQuestions)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: knowledgeOpenQuestions.id });
  return rows.length > 0;
}

/** Questions a person handed to the owners of bases in the last day. */
export async function countOpenQuestions(db: Queryable, askerId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(knowledgeOpenQuestions)
    .where(and(eq(knowledgeOpenQuestions.askerId, askerId), sql`${knowledgeOpenQuestions.createdAt} > ${since}`));
  return row?.count ?? 0;
}
