import { and, eq, isNotNull } from "drizzle-orm";
import type { Transaction } from "../../client";
import { chatMessages, chatSessions } from "../../schema/conversation";

const MESSAGES_AT_ONCE = 500;

type Session = typeof chatSessions.$inferInsert & { id: string };
type Message = typeof chatMessages.$inferInsert;

/**
 * Keeps a chat from elsewhere under the id it is known by. False when its person has it; one of theirs in the trash comes
 * back as it was.
 */
export async function insertImportedChat(tx: Transaction, session: Session, messages: readonly Message[]) {
  const { id, userId } = session;
  const made = await tx.insert(chatSessions).values(session).onConflictDoNothing().returning({ id: chatSessions.id });
  if (made.length === 0) {
    const back = await tx
      .update(chatSessions)
      .set({ deletedAt: null })
      .where(and(eq(chatSessions.id, id), eq(chatSessions.userId, userId), isNotNull(chatSessions.deletedAt)))
      .returning({ id: chatSessions.id });
    return back.length > 0;
  }
  for (let at = 0; at < messages.length; at += MESSAGES_AT_ONCE) {
    await tx.insert(chatMessages).values(messages.slice(at, at + MESSAGES_AT_ONCE));
  }
  return true;
}
