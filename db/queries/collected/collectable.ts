import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { documents } from "../../schema/documents";
import { files } from "../../schema/files";
import { prompts, promptVersions } from "../../schema/prompts";

/** A finished answer in a conversation of the person, with its question; null when it is not there or not theirs. */
export async function findAnswerToCollect(db: Queryable, userId: string, messageId: string) {
  const question = alias(chatMessages, "question");
  const [row] = await db
    .select({
      parts: chatMessages.parts,
      question: question.parts,
      sessionId: chatSessions.id,
      title: chatSessions.title,
      isTemporary: chatSessions.isTemporary,
    })
    .from(chatMessages)
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .leftJoin(question, eq(question.id, chatMessages.parentId))
    .where(
      and(
        eq(chatMessages.id, messageId),
        eq(chatMessages.role, "assistant"),
        ne(chatMessages.status, "streaming"),
        eq(chatSessions.userId, userId),
        isNull(chatSessions.deletedAt),
      ),
    );
  return row ?? null;
}

/**
 * A prompt the person may see: their own as it is, others' as released once approved, shared with all or with a
 * department that is theirs or above theirs.
 */
export async function findPromptToCollect(
  db: Queryable,
  { userId, departments }: { userId: string; departments: readonly string[] },
  id: string,
) {
  const shared = and(
    eq(prompts.status, "approved"),
    eq(prompts.enabled, true),
    or(
      eq(prompts.visibility, "all"),
      departments.length > 0
        ? and(eq(prompts.visibility, "department"), inArray(prompts.departmentId, [...departments]))
        : undefined,
    ),
  );
  const [row] = await db
    .select({
      name: sql<string>`case when ${prompts.ownerId} = ${userId} then ${prompts.name} else coalesce(${promptVersions.name}, ${prompts.name}) end`,
      content: sql<string>`case when ${prompts.ownerId} = ${userId} then ${prompts.content} else coalesce(${promptVersions.content}, ${prompts.content}) end`,
    })
    .from(prompts)
    .leftJoin(
      promptVersions,
      and(eq(promptVersions.promptId, prompts.id), eq(promptVersions.version, prompts.releasedVersion)),
    )
    .where(and(eq(prompts.id, id), isNull(prompts.deletedAt), or(eq(prompts.ownerId, userId), shared)));
  return row ?? null;
}

/** Which of these documents a person still has; what lies in the trash is not there. */
export function listCollectedDocuments(db: Queryable, userId: string, ids: readonly string[]) {
  return db
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(files, and(eq(files.id, documents.fileId), isNull(files.deletedAt)))
    .where(and(inArray(documents.id, [...ids]), eq(documents.userId, userId), isNull(documents.deletedAt)));
}

/** Which of these conversations a person still has, and of what kind they are. */
export function listCollectedChats(db: Queryable, userId: string, ids: readonly string[]) {
  return db
    .select({ id: chatSessions.id, kind: chatSessions.kind })
    .from(chatSessions)
    .where(and(inArray(chatSessions.id, [...ids]), eq(chatSessions.userId, userId), isNull(chatSessions.deletedAt)));
}
