import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { chatMessages, chatSessions, runs } from "../../schema/conversation";
import { liveSession } from "../conversation/sessions";

/** Kind of the conversations that are searches. */
const KIND = "search";

/** A person's search, or null. */
export async function findSearch(db: Queryable, userId: string, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(chatSessions, "id", "title", "settings", "lastMessageAt", "createdAt"),
      running: correlated(
        sql<boolean>`exists (select 1 from ${runs} where ${runs.sessionId} = ${chatSessions.id} and ${runs.status} = 'running')`,
      ),
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.id, id), liveSession(userId, KIND)));
  return row ?? null;
}

/** Searches whose follow-ups are looked at, and answers of them. */
const LOOKED_AT = 8;

/** Questions that answers of a person's last searches suggest, the newest answers first, with what was asked there. */
export async function listFollowUps(db: Queryable, userId: string): Promise<{ suggested: string[]; asked: string[] }> {
  const recent = db
    .select({ id: chatSessions.id, lastMessageAt: chatSessions.lastMessageAt })
    .from(chatSessions)
    .where(and(liveSession(userId, KIND), isNull(chatSessions.archivedAt)))
    .orderBy(desc(chatSessions.lastMessageAt), desc(chatSessions.id))
    .limit(LOOKED_AT)
    .as("recent");
  const [answers, questions] = [
    await db
      .select({
        questions: sql<
          string[]
        >`jsonb_path_query_array(${chatMessages.parts}, '$[*] ? (@.type == "questions").questions[*]')`,
      })
      .from(chatMessages)
      .innerJoin(recent, eq(recent.id, chatMessages.sessionId))
      .where(and(eq(chatMessages.role, "assistant"), sql`${chatMessages.parts} @> '[{"type":"questions"}]'::jsonb`))
      .orderBy(desc(recent.lastMessageAt), desc(chatMessages.id))
      .limit(LOOKED_AT),
    await db
      .select({
        text: sql<string>`coalesce(jsonb_path_query_first(${chatMessages.parts}, '$[*] ? (@.type == "text").text') #>> '{}', '')`,
      })
      .from(chatMessages)
      .innerJoin(recent, eq(recent.id, chatMessages.sessionId))
      .where(eq(chatMessages.role, "user")),
  ];
  return { suggested: answers.flatMap((row) => row.questions), asked: questions.map(({ text }) => text) };
}
