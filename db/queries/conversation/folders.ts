import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { chatFolders, chatSessions } from "../../schema/conversation";
import { liveSession } from "./sessions";

const columns = { id: chatFolders.id, name: chatFolders.name };

/** Own folders of chats by name. */
export function listChatFolders(db: Queryable, userId: string) {
  return db
    .select(columns)
    .from(chatFolders)
    .where(eq(chatFolders.userId, userId))
    .orderBy(asc(chatFolders.sort), asc(sql`lower(${chatFolders.name})`), asc(chatFolders.id));
}

export async function findChatFolder(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select(columns)
    .from(chatFolders)
    .where(and(eq(chatFolders.id, id), eq(chatFolders.userId, userId)));
  return row ?? null;
}

export function countChatFolders(db: Queryable, userId: string): Promise<number> {
  return db.$count(chatFolders, eq(chatFolders.userId, userId));
}

export async function insertChatFolder(db: Queryable, userId: string, name: string) {
  const [row] = await db.insert(chatFolders).values({ userId, name }).returning(columns);
  return row!;
}

/** False when it is not there or not theirs. */
export async function renameChatFolder(db: Queryable, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await db
    .update(chatFolders)
    .set({ name })
    .where(and(eq(chatFolders.id, id), eq(chatFolders.userId, userId)))
    .returning({ id: chatFolders.id });
  return rows.length > 0;
}

/** Its chats stay, in no folder. False when it is not there or not theirs. */
export async function removeChatFolder(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(chatFolders)
    .where(and(eq(chatFolders.id, id), eq(chatFolders.userId, userId)))
    .returning({ id: chatFolders.id });
  return rows.length > 0;
}

/** Own conversations by their ids, temporary ones left out. */
export function listChatsById(db: Queryable, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: chatSessions.id, title: chatSessions.title, archivedAt: chatSessions.archivedAt })
    .from(chatSessions)
    .where(and(inArray(chatSessions.id, [...ids]), liveSession(userId), eq(chatSessions.isTemporary, false)));
}
