import { and, eq, inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { breakers } from "../../schema/gateway";
import { channels, models, supplierKeys, suppliers } from "../../schema/models";
import { NO_ID, usageTotals } from "../../schema/reports";

/** Every supplier, for the gateway's console. */
export function listSupplierRows(db: Queryable) {
  return db.select().from(suppliers).orderBy(suppliers.createdAt, suppliers.id).limit(500);
}

/** How many models each supplier answers for. */
export function countModelsBySupplier(db: Queryable) {
  return db
    .select({ supplierId: channels.supplierId, count: sql<number>`count(distinct ${channels.modelId})::int` })
    .from(channels)
    .groupBy(channels.supplierId);
}

/** Names at a supplier that are connected already. */
export async function listUpstreamNames(db: Queryable, supplierId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: channels.upstreamModel })
    .from(channels)
    .where(eq(channels.supplierId, supplierId));
  return rows.map(({ name }) => name);
}

/** Open breakers with the supplier and the model they concern. */
export function listBreakersWithSupplier(db: Queryable) {
  return (
    db
      .select({
        ...columnsOf(breakers, "channelId", "keyId", "state", "reason", "retryAt", "openedAt"),
        supplierId: channels.supplierId,
        modelName: models.name,
      })
      .from(breakers)
      .innerJoin(channels, eq(channels.id, breakers.channelId))
      .innerJoin(models, eq(models.id, channels.modelId))
      // A row of a key that was taken away concerns no way any more.
      .where(
        correlated(sql`case when ${breakers.keyId} = ${NO_ID}
        then not exists (select 1 from ${supplierKeys} where ${supplierKeys.supplierId} = ${channels.supplierId})
        else exists (select 1 from ${supplierKeys} where ${supplierKeys.id} = ${breakers.keyId}) end`),
      )
      .limit(5000)
  );
}

/** Calls of a day by supplier, from the rollups. */
export function listSupplierUsage(db: Queryable, day: string) {
  return db
    .select({ supplierId: usageTotals.key, calls: usageTotals.calls, failed: usageTotals.failed })
    .from(usageTotals)
    .where(and(eq(usageTotals.grain, "day"), eq(usageTotals.dimension, "supplier"), eq(usageTotals.period, day)));
}

export function countKeysOf(db: Queryable, supplierId: string): Promise<number> {
  return db.$count(supplierKeys, eq(supplierKeys.supplierId, supplierId));
}

export async function findSupplierKey(db: Queryable, id: string) {
  const [row] = await db.select().from(supplierKeys).where(eq(supplierKeys.id, id));
  return row ?? null;
}

export async function insertSupplierKeys(
  db: Queryable,
  rows: readonly (typeof supplierKeys.$inferInsert)[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const inserted = await db
    .insert(supplierKeys)
    .values([...rows])
    .returning({ id: supplierKeys.id });
  return inserted.map(({ id }) => id);
}

export async function updateSupplierKey(
  db: Queryable,
  id: string,
  patch: Partial<typeof supplierKeys.$inferInsert>,
): Promise<void> {
  await db.update(supplierKeys).set(patch).where(eq(supplierKeys.id, id));
}

export async function removeSupplierKeys(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(supplierKeys).where(inArray(supplierKeys.id, [...ids]));
}

/** Forgets what a key's failures closed: it was replaced or taken away. */
export async function removeBreakersOfKey(db: Queryable, keyId: string): Promise<void> {
  await db.delete(breakers).where(eq(breakers.keyId, keyId));
}
