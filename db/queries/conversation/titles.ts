import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { chatSessions } from "../../schema/conversation";
import { liveSession } from "./sessions";

/** Replaces the title a chat got from its first words, unless somebody gave it another meanwhile. */
export async function replaceFirstTitle(
  db: Queryable,
  userId: string,
  at: { id: string; from: string; to: string },
): Promise<void> {
  await db
    .update(chatSessions)
    .set({ title: at.to })
    .where(
      and(
        eq(chatSessions.id, at.id),
        liveSession(userId),
        eq(chatSessions.isTitleOwn, false),
        eq(chatSessions.isTemporary, false),
        eq(chatSessions.title, at.from),
      ),
    );
}
