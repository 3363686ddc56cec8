import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { chatMessages, chatSessions, runs } from "../../schema/conversation";
import { liveSession } from "./sessions";

const messageColumns = {
  ...columnsOf(chatMessages, "id", "parentId", "role", "parts", "status", "error"),
  ...columnsOf(chatMessages, "modelId", "modelName", "inputTokens", "outputTokens", "usageEstimated", "firstTokenMs"),
  ...columnsOf(chatMessages, "durationMs", "context", "costMicros", "currency", "comparisonId", "feedback"),
  ...columnsOf(chatMessages, "feedbackReason", "feedbackText", "createdAt"),
};

/** The shape of a session's tree, oldest first, without the texts. The caller has checked whose session it is. */
export function listMessageNodes(db: Queryable, sessionId: string) {
  return db
    .select({ id: chatMessages.id, parentId: chatMessages.parentId, status: chatMessages.status })
    .from(chatMessages)
    .where(eq(chatMessages.sessionId, sessionId))
    .orderBy(asc(chatMessages.id));
}

/** Messages of a session by their ids, oldest first. */
export function listMessages(db: Queryable, sessionId: string, ids: string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.sessionId, sessionId), inArray(chatMessages.id, ids)))
    .orderBy(asc(chatMessages.id));
}

/** A message in a conversation of this person, with its conversation. */
export async function findMessage(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({
      id: chatMessages.id,
      sessionId: chatMessages.sessionId,
      kind: chatSessions.kind,
      parentId: chatMessages.parentId,
      role: chatMessages.role,
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), liveSession(userId)));
  return row ?? null;
}

/** An answer in a conversation of this person, with what it said and used. */
export async function findAnswer(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({ sessionId: chatMessages.sessionId, kind: chatSessions.kind, ...messageColumns })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .where(and(eq(chatMessages.id, id), eq(chatMessages.role, "assistant"), liveSession(userId)));
  return row ?? null;
}

/** The answers to a question, oldest first. The caller has checked whose question it is. */
export function listAnswers(db: Queryable, questionId: string) {
  return db
    .select(messageColumns)
    .from(chatMessages)
    .where(and(eq(chatMessages.parentId, questionId), eq(chatMessages.role, "assistant")))
    .orderBy(asc(chatMessages.id));
}

/** How many answers a question has. */
export function countAnswers(db: Queryable, questionId: string): Promise<number> {
  return db.$count(chatMessages, eq(chatMessages.parentId, questionId));
}

/** The run of each answer that is still being written. */
export function listRunningRuns(db: Queryable, messageIds: string[]) {
  if (messageIds.length === 0) return Promise.resolve([]);
  return db
    .select({ id: runs.id, messageId: runs.messageId })
    .from(runs)
    .where(and(inArray(runs.messageId, messageIds), eq(runs.status, "running")));
}

/** Adds a part to a message, unless it has one of the type. The caller found the message in the person's scope. */
export async function addMessagePart(
  db: Queryable,
  id: string,
  part: { type: string; [field: string]: unknown },
  /** What a part must hold to be the same one. */
  known: object = { type: part.type },
): Promise<void> {
  const added = JSON.stringify([part]);
  await db
    .update(chatMessages)
    .set({ parts: sql`${chatMessages.parts} || ${added}::jsonb` })
    .where(and(eq(chatMessages.id, id), sql`not ${chatMessages.parts} @> ${JSON.stringify([known])}::jsonb`));
}
