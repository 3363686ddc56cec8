import "server-only";
import { db } from "@/db/client";
import { listActiveMemories } from "@/db/queries/memories";

/** spec M7: what a person wants every chat to know of them, oldest first; empty while they have not switched it on. */
export function memoryPrompt(userId: string): Promise<string[]> {
  return listActiveMemories(db(), userId);
}
