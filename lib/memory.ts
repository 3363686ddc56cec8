import "server-only";
import { and, asc, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { memories, userPreferences } from "@/db/schema/personal";

/** What a person wants every chat to know of them; nothing while they have not switched it on (AHEAD M7). */
export async function memoryPrompt(userId: string): Promise<string[]> {
  const rows = await db()
    .select({ text: memories.text })
    .from(memories)
    .innerJoin(userPreferences, eq(userPreferences.userId, memories.userId))
    .where(and(eq(memories.userId, userId), eq(userPreferences.memoryEnabled, true)))
    .orderBy(asc(memories.createdAt));
  return rows.map(({ text }) => text);
}
