import { and, asc, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { memories, userPreferences } from "../../schema/personal";

const columns = columnsOf(memories, "id", "text", "createdAt", "updatedAt");

/** A person's memories, the oldest first. */
export function listMemories(db: Queryable, userId: string) {
  return db
    .select(columns)
    .from(memories)
    .where(eq(memories.userId, userId))
    .orderBy(asc(memories.createdAt), asc(memories.id));
}

export async function isMemoryEnabled(db: Queryable, userId: string): Promise<boolean> {
  const [row] = await db
    .select({ enabled: userPreferences.memoryEnabled })
    .from(userPreferences)
    .where(eq(userPreferences.userId, userId));
  return row?.enabled ?? false;
}

export async function setMemoryEnabled(db: Queryable, userId: string, enabled: boolean): Promise<void> {
  await db
    .insert(userPreferences)
    .values({ userId, memoryEnabled: enabled })
    .onConflictDoUpdate({
      target: userPreferences.userId,
      set: { memoryEnabled: enabled, updatedAt: new Date() },
    });
}

/** Call it under `lockUser`. */
export function countMemories(db: Queryable, userId: string): Promise<number> {
  return db.$count(memories, eq(memories.userId, userId));
}

export async function insertMemory(db: Queryable, userId: string, text: string) {
  const [row] = await db.insert(memories).values({ userId, text }).returning(columns);
  return row!;
}

/** Null when it is not there or not theirs. */
export async function updateMemory(db: Queryable, userId: string, id: string, text: string) {
  const [row] = await db
    .update(memories)
    .set({ text, updatedAt: new Date() })
    .where(and(eq(memories.id, id), eq(memories.userId, userId)))
    .returning(columns);
  return row ?? null;
}

/** Deletes one, or all; answers how many went. */
export async function removeMemories(db: Queryable, userId: string, id?: string): Promise<number> {
  const rows = await db
    .delete(memories)
    .where(and(eq(memories.userId, userId), id ? eq(memories.id, id) : undefined))
    .returning({ id: memories.id });
  return rows.length;
}
