import "server-only";
import { db, type Queryable } from "@/db/client";
import { findConfig, lockConfig, upsertConfig } from "@/db/queries/config/system-config";
import { CLOCK_MARK, clockMarkSchema } from "./clock-mark";

/** Notes that this time has been seen; a clock set back does not lower it. */
export async function markClock(now = new Date()): Promise<void> {
  await db().transaction(async (tx) => {
    await lockConfig(tx, CLOCK_MARK);
    const mark = clockMarkSchema.safeParse(await findConfig(tx, CLOCK_MARK));
    if (!mark.success || Date.parse(mark.data.at) < now.getTime()) await resetClock(tx, now);
  });
}

/**
 * Begins anew at this time. For a licence that was never installed here: whoever issued it lately vouches for it, and a
 * clock that once ran ahead does not lock an installation for ever.
 */
export async function resetClock(queryable: Queryable, now: Date): Promise<void> {
  await upsertConfig(queryable, CLOCK_MARK, { at: now.toISOString() });
}
