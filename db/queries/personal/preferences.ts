import { eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { userPreferences } from "../../schema/personal";

/** Chat settings of a person; empty where they chose none. */
export async function findChatPreferences(db: Queryable, userId: string): Promise<unknown> {
  const [row] = await db
    .select({ chat: userPreferences.chat })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  return row?.chat ?? {};
}

export async function saveChatPreferences(db: Queryable, userId: string, chat: object): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ userId, chat })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { chat, updatedAt: new Date() } });
}
