import { and, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { apps } from "../../schema/apps";
import { chatSessions } from "../../schema/conversation";
import { liveSession } from "../conversation/sessions";

/** The app of an own conversation, whoever may use it by now; null where either is gone for good or not theirs. */
export async function findSessionApp(db: Queryable, userId: string, sessionId: string, kind: string) {
  const [row] = await db
    .select({ id: apps.id, name: apps.name, kind: apps.kind })
    .from(chatSessions)
    .innerJoin(apps, eq(apps.id, chatSessions.aboutId))
    .where(and(eq(chatSessions.id, sessionId), liveSession(userId, kind)));
  return row ?? null;
}
