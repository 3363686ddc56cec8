import { and, asc, count, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { apps, appTriggers } from "../../schema/apps";

export type TriggerRow = typeof appTriggers.$inferSelect;

export function listTriggers(db: Queryable, appId: string): Promise<TriggerRow[]> {
  return db.select().from(appTriggers).where(eq(appTriggers.appId, appId)).orderBy(asc(appTriggers.createdAt));
}

export async function countTriggers(db: Queryable, appId: string): Promise<number> {
  const [row] = await db.select({ total: count() }).from(appTriggers).where(eq(appTriggers.appId, appId));
  return row?.total ?? 0;
}

export async function insertTrigger(tx: Queryable, row: typeof appTriggers.$inferInsert): Promise<void> {
  await tx.insert(appTriggers).values(row);
}

/** A trigger of this app. */
export async function findTrigger(db: Queryable, appId: string, id: string): Promise<TriggerRow | null> {
  const [row] = await db
    .select()
    .from(appTriggers)
    .where(and(eq(appTriggers.id, id), eq(appTriggers.appId, appId)));
  return row ?? null;
}

export async function updateTrigger(db: Queryable, id: string, change: Partial<typeof appTriggers.$inferInsert>) {
  await db.update(appTriggers).set(change).where(eq(appTriggers.id, id));
}

export async function removeTrigger(tx: Queryable, appId: string, id: string): Promise<boolean> {
  const gone = await tx
    .delete(appTriggers)
    .where(and(eq(appTriggers.id, id), eq(appTriggers.appId, appId)))
    .returning({ id: appTriggers.id });
  return gone.length > 0;
}

/** Those of a kind that are on, of apps that are there and published. */
function working(db: Queryable, kind: TriggerRow["kind"], further: SQL) {
  return db
    .select({ trigger: appTriggers, ownerId: apps.ownerId, version: apps.version, name: apps.name })
    .from(appTriggers)
    .innerJoin(apps, eq(apps.id, appTriggers.appId))
    .where(
      and(
        eq(appTriggers.kind, kind),
        eq(appTriggers.isOn, true),
        sql`${apps.deletedAt} is null and ${apps.version} is not null`,
        further,
      ),
    );
}

/** A webhook that is on, of an app that is there and published; whoever calls it has yet to prove that they may. */
export async function findHook(db: Queryable, id: string) {
  const [row] = await working(db, "webhook", eq(appTriggers.id, id));
  return row ?? null;
}

/** Schedules that are due, of apps that are there and published. */
export function listDueTriggers(db: Queryable, now: Date, limit: number) {
  return working(db, "schedule", lte(appTriggers.nextAt, now)).orderBy(asc(appTriggers.nextAt)).limit(limit);
}
export type DueTrigger = Awaited<ReturnType<typeof listDueTriggers>>[number];

/** Moves a schedule to its next time; false where another process did it already. */
export async function advanceTrigger(
  tx: Transaction,
  id: string,
  from: Date,
  change: Partial<typeof appTriggers.$inferInsert>,
) {
  const rows = await tx
    .update(appTriggers)
    .set(change)
    .where(and(eq(appTriggers.id, id), eq(appTriggers.nextAt, from), eq(appTriggers.isOn, true)))
    .returning({ id: appTriggers.id });
  return rows.length > 0;
}

/** Switches a trigger off with its reason; null where it was off already. */
export async function stopTrigger(tx: Transaction, id: string, failure: string): Promise<{ name: string } | null> {
  const [row] = await tx
    .update(appTriggers)
    .set({ isOn: false, failure, nextAt: null })
    .where(and(eq(appTriggers.id, id), eq(appTriggers.isOn, true)))
    .returning({ name: appTriggers.name });
  return row ?? null;
}
