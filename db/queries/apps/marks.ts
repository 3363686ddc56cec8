import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { appMarks, apps, appUseDays } from "../../schema/apps";

/** What an app is to a person becomes this; what is not named stays. */
export async function markApp(
  db: Queryable,
  key: { userId: string; appId: string },
  patch: Partial<Pick<typeof appMarks.$inferInsert, "favouriteAt" | "folderId" | "version">>,
) {
  await db
    .insert(appMarks)
    .values({ ...key, ...patch })
    .onConflictDoUpdate({ target: [appMarks.userId, appMarks.appId], set: patch });
}

export async function moveApps(tx: Transaction, userId: string, ids: readonly string[], folderId: string | null) {
  const rows = ids.map((appId) => ({ userId, appId, folderId }));
  await tx
    .insert(appMarks)
    .values(rows)
    .onConflictDoUpdate({ target: [appMarks.userId, appMarks.appId], set: { folderId } });
}

/** Counts a use of an app by a person on a day; `begun`: a conversation or a run began with it. */
export async function countUse(
  tx: Transaction,
  { userId, appId, day, begun }: { userId: string; appId: string; day: string; begun: boolean },
) {
  const more = begun ? 1 : 0;
  await tx
    .insert(appUseDays)
    .values({ userId, appId, day, uses: 1, begun: more })
    .onConflictDoUpdate({
      target: [appUseDays.appId, appUseDays.day, appUseDays.userId],
      set: { uses: sql`${appUseDays.uses} + 1`, begun: sql`${appUseDays.begun} + ${more}` },
    });
  const usedAt = new Date();
  await tx
    .insert(appMarks)
    .values({ userId, appId, usedAt })
    .onConflictDoUpdate({ target: [appMarks.userId, appMarks.appId], set: { usedAt } });
  // Last: its row is what parallel users of one app wait for.
  await tx
    .update(apps)
    .set({ uses: sql`${apps.uses} + 1`, updatedAt: sql`${apps.updatedAt}` })
    .where(eq(apps.id, appId));
}
