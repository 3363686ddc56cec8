import { eq } from "drizzle-orm";
import type { GuideName } from "../../../lib/config/guides";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { userPreferences } from "../../schema/personal";

/** What a person chose for every chat, empty where nothing, and the guides they have left for good. */
export async function findPreferences(
  db: Queryable,
  userId: string,
): Promise<{ chat: unknown; guidesLeft: readonly GuideName[] }> {
  const [row] = await db
    .select(columnsOf(userPreferences, "chat", "guidesLeft"))
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  return { chat: row?.chat ?? {}, guidesLeft: row?.guidesLeft ?? [] };
}

export async function saveChatPreferences(db: Queryable, userId: string, chat: object): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ userId, chat })
    .onConflictDoUpdate({ target: userPreferences.userId, set: { chat, updatedAt: new Date() } });
}
