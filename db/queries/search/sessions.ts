import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { chatSessions, runs } from "../../schema/conversation";
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
