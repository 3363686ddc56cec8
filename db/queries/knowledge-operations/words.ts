import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { chatMessages, chatSessions } from "../../schema/conversation";
import { users } from "../../schema/organisation";
import { contentDepartments } from "../records/policies";
import { joinedTexts } from "../records/records";

/** The question of an answer, joinedTexts by the answer's parent. */
export const askedMessages = alias(chatMessages, "asked_message");

/** Characters of a question in a list. */
const SHOWN = 300;
/** Its beginning. */
export const questionStart = sql<string | null>`left(${joinedTexts(askedMessages.parts)}, ${SHOWN})`;

interface Said {
  /** What else opens them. */
  or?: SQL;
  /** The conversation and its owner, where a query calls them otherwise. */
  session?: Record<"deletedAt" | "isTemporary" | "userId", AnyPgColumn>;
  owner?: Record<"departmentId", AnyPgColumn>;
}

/**
 * Whether words of a conversation are open to somebody: to its owner, to others where the policy of the owner's department
 * opens them (spec B8). Deleted and temporary conversations are nobody's.
 */
export const wordsAreOpen = (
  viewerId: string,
  { or, session = chatSessions, owner = users }: Said = {},
): SQL<boolean> => sql<boolean>`coalesce(
  ${session.deletedAt} is null and not ${session.isTemporary} and (${session.userId} = ${viewerId}
    or ${owner.departmentId} in ${contentDepartments}${or ? sql` or ${or}` : sql``}), false)`;

/** Of some answers those whose words a person may read, with how the question begins. */
export async function listOpenQuestions(db: Queryable, viewerId: string, messageIds: readonly string[]) {
  if (messageIds.length === 0) return [];
  return db
    .select({
      messageId: chatMessages.id,
      text: questionStart,
      sessionId: chatSessions.id,
      userId: chatSessions.userId,
      title: chatSessions.title,
    })
    .from(chatMessages)
    .innerJoin(askedMessages, eq(askedMessages.id, chatMessages.parentId))
    .innerJoin(chatSessions, eq(chatSessions.id, chatMessages.sessionId))
    .innerJoin(users, eq(users.id, chatSessions.userId))
    .where(and(inArray(chatMessages.id, [...messageIds]), wordsAreOpen(viewerId)));
}
