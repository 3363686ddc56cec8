import { and, asc, desc, gt, isNotNull, isNull, lt, lte, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { operationLogs } from "../../schema/operation-log";

/** One sealer, one sweep and one change of the chain's head at a time, in all processes. */
const CHAIN_LOCK = 7_205_759_412;

export async function lockChain(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`);
}

/** What the chain vouches for. */
const columns = {
  ...columnsOf(operationLogs, "id", "actorId", "actorAccount", "action", "targetType", "targetId", "targetName"),
  ...columnsOf(operationLogs, "result", "code", "before", "after", "address", "userAgent", "requestId", "createdAt"),
};

export type ChainRow = Pick<typeof operationLogs.$inferSelect, keyof typeof columns>;

/** Whether rows wait for their place. */
export async function hasUnsealed(db: Queryable, quietMs: number) {
  const rows = await db.select({ id: operationLogs.id }).from(operationLogs).where(ripe(quietMs)).limit(1);
  return rows.length > 0;
}

/** Rows without a place, oldest first. */
export function listUnsealed(db: Queryable, quietMs: number, limit: number) {
  return db.select(columns).from(operationLogs).where(ripe(quietMs)).orderBy(asc(operationLogs.id)).limit(limit);
}

function ripe(quietMs: number) {
  const quiet = sql`clock_timestamp() - make_interval(secs => ${quietMs / 1000})`;
  return and(isNull(operationLogs.sealedNo), lte(operationLogs.createdAt, quiet));
}

export async function sealRows(tx: Transaction, places: readonly { id: string; no: number; hash: string }[]) {
  const ids = sql.param(places.map(({ id }) => id));
  const numbers = sql.param(places.map(({ no }) => no));
  const hashes = sql.param(places.map(({ hash }) => hash));
  await tx.execute(sql`update operation_logs set sealed_no = place.no, sealed_hash = place.hash
    from unnest(${ids}::uuid[], ${numbers}::bigint[], ${hashes}::text[]) as place(id, no, hash)
    where operation_logs.id = place.id`);
}

/** Sealed rows in the order of the chain. */
export async function listSealed(db: Queryable, after: number, until: number, limit: number) {
  const rows = await db
    .select({ ...columns, no: operationLogs.sealedNo, hash: operationLogs.sealedHash })
    .from(operationLogs)
    .where(and(gt(operationLogs.sealedNo, after), lte(operationLogs.sealedNo, until)))
    .orderBy(asc(operationLogs.sealedNo))
    .limit(limit);
  return rows.map((row) => ({ ...row, no: row.no as number }));
}

/** The sealed row with the highest place. */
export async function findLastSealed(db: Queryable) {
  const [row] = await db
    .select({ no: operationLogs.sealedNo, hash: operationLogs.sealedHash })
    .from(operationLogs)
    .where(isNotNull(operationLogs.sealedNo))
    .orderBy(desc(operationLogs.sealedNo))
    .limit(1);
  return row ? { no: row.no as number, hash: row.hash ?? "" } : null;
}

/** The oldest places, for the sweep: number, hash and time. */
export async function listOldestSealed(db: Queryable, limit: number) {
  const rows = await db
    .select({ no: operationLogs.sealedNo, hash: operationLogs.sealedHash, createdAt: operationLogs.createdAt })
    .from(operationLogs)
    .where(isNotNull(operationLogs.sealedNo))
    .orderBy(asc(operationLogs.sealedNo))
    .limit(limit);
  return rows.map((row) => ({ no: row.no as number, hash: row.hash ?? "", createdAt: row.createdAt }));
}

export async function removeSealedUpTo(db: Queryable, no: number, before: Date) {
  await db
    .delete(operationLogs)
    .where(
      and(lte(operationLogs.sealedNo, no), isNotNull(operationLogs.sealedNo), lt(operationLogs.createdAt, before)),
    );
}
