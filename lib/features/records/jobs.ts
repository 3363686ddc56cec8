import "server-only";
import { db } from "@/db/client";
import {
  dropExpiredContent,
  listDeletedSessions,
  listExpiredSessions,
  purgeSessions,
} from "@/db/queries/records/policies";
import { defineJob } from "@/lib/jobs/define";
import { log } from "@/lib/log";

/** Rows whose words are cleared at once. */
const CONTENT_BATCH = 500;
/** Conversations removed at once: a statement of many messages would hold up the embedded database. */
const BATCH = 50;
/** ARCHITECTURE 9: what was deleted is purged after so many days. */
const DELETED_DAYS = 30;
const DAY = 86_400_000;

/** Removes conversations whose department keeps them no longer, and those deleted long ago; answers how many. */
export async function removeExpired(signal?: AbortSignal): Promise<number> {
  const before = new Date(Date.now() - DELETED_DAYS * DAY);
  let removed = 0;
  for (const next of [listExpiredSessions, deletedBefore(before)]) {
    while (!signal?.aborted) {
      const ids = await next(db(), BATCH);
      if (ids.length === 0) break;
      await db().transaction((tx) => purgeSessions(tx, ids));
      removed += ids.length;
    }
  }
  return removed;
}

/**
 * The request log and the audit copies of review rules keep a person's words no longer than their department keeps conversations;
 * answers how many.
 */
export async function clearLoggedContent(signal?: AbortSignal): Promise<number> {
  let cleared = 0;
  for (const copies of ["requestLogs", "reviewHits"] as const) {
    while (!signal?.aborted) {
      const count = await dropExpiredContent(db(), copies, CONTENT_BATCH);
      cleared += count;
      if (count < CONTENT_BATCH) break;
    }
  }
  return cleared;
}

const deletedBefore = (before: Date) => (on: Parameters<typeof listDeletedSessions>[0], limit: number) =>
  listDeletedSessions(on, before, limit);

export const sweepConversations = defineJob({
  name: "records.sweep",
  attempts: 2,
  schedule: "40 3 * * *",
  run: async (_payload, { signal }) => {
    const removed = await removeExpired(signal);
    const cleared = await clearLoggedContent(signal);
    if (cleared > 0) log().info({ cleared }, "logged content whose time is over removed");
    if (removed > 0) log().info({ removed }, "conversations whose time is over removed");
  },
});
