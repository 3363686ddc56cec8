import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { liveSession } from "./sessions";

export interface Feedback {
  feedback: "like" | "dislike" | null;
  feedbackReason: (typeof chatMessages.$inferInsert)["feedbackReason"];
  feedbackText: string | null;
}

/** Keeps what a person says of an answer in an own conversation; false when it is not there or not theirs. */
export async function updateFeedback(
  db: Queryable,
  userId: string,
  at: { id: string; kind: string },
  feedback: Feedback,
): Promise<boolean> {
  const own = db.select({ id: chatSessions.id }).from(chatSessions).where(liveSession(userId, at.kind));
  const { rowCount } = await db
    .update(chatMessages)
    .set({ ...feedback, feedbackAt: feedback.feedback ? new Date() : null })
    .where(and(eq(chatMessages.id, at.id), eq(chatMessages.role, "assistant"), inArray(chatMessages.sessionId, own)));
  return rowCount !== 0;
}
