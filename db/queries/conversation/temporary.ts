import { and, eq, inArray, isNotNull, lt, notExists, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { chatSessions, runs } from "../../schema/conversation";

/** Temporary chats removed in one statement. */
const BATCH = 500;

/** No answer is being written in it: the ledger's figures and the answer's rows end together. */
const isQuiet = (db: Queryable) =>
  notExists(
    db
      .select({ one: sql`1` })
      .from(runs)
      .where(and(eq(runs.sessionId, chatSessions.id), eq(runs.status, "running"))),
  );

/** Removes one own temporary chat with all it holds; one that is being answered goes out of sight, and with the next sweep. */
export async function removeTemporaryChat(db: Queryable, userId: string, id: string): Promise<void> {
  const own = and(eq(chatSessions.id, id), eq(chatSessions.userId, userId), eq(chatSessions.isTemporary, true));
  const gone = await db
    .delete(chatSessions)
    .where(and(own, isQuiet(db)))
    .returning({ id: chatSessions.id });
  if (gone.length === 0) await db.update(chatSessions).set({ deletedAt: new Date() }).where(own);
}

/** Removes temporary chats that were left, or that nobody wrote in since. Answers how many went. */
export async function removeOldTemporaryChats(db: Queryable, before: Date): Promise<number> {
  const isOver = or(isNotNull(chatSessions.deletedAt), lt(chatSessions.lastMessageAt, before));
  const old = db
    .select({ id: chatSessions.id })
    .from(chatSessions)
    .where(and(eq(chatSessions.isTemporary, true), isOver, isQuiet(db)))
    .limit(BATCH);
  const rows = await db.delete(chatSessions).where(inArray(chatSessions.id, old)).returning({ id: chatSessions.id });
  return rows.length;
}

/** Whether a conversation is a temporary one: its words are kept nowhere else. */
export async function isTemporaryChat(db: Queryable, id: string): Promise<boolean> {
  const [row] = await db
    .select({ isTemporary: chatSessions.isTemporary })
    .from(chatSessions)
    .where(eq(chatSessions.id, id));
  return row?.isTemporary ?? true;
}
