import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { chatFolders, chatSessions } from "../../schema/conversation";
import { liveSession } from "./sessions";

/** Own folders of chats by name. */
export function listChatFolders(db: Queryable, userId: string) {
  return db
    .select(columnsOf(chatFolders, "id", "name"))
    .from(chatFolders)
    .where(eq(chatFolders.userId, userId))
    .orderBy(asc(chatFolders.sort), asc(sql`lower(${chatFolders.name})`), asc(chatFolders.id));
}

/** Own conversations by their ids, temporary ones left out. */
export function listChatsById(db: Queryable, userId: string, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: chatSessions.id, title: chatSessions.title, archivedAt: chatSessions.archivedAt })
    .from(chatSessions)
    .where(and(inArray(chatSessions.id, [...ids]), liveSession(userId), eq(chatSessions.isTemporary, false)));
}
