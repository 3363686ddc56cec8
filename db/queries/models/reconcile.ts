import { desc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { COUNTER_DIFFERENCES, DAY_SUMS, DIFFERENCES, REBUILD, ROLLUP_LOCK } from "../../rollup-sql";
import { usageChecks } from "../../schema/reports";

export interface Difference {
  figure: string;
  ledger: number;
  rollup: number;
}

/** A statement of ours with its days in place of `$1` and `$2`. */
function withDays(text: string, from: string, to = from) {
  const parts = text.split(/(\$[12])/).map((part) => {
    if (part === "$1") return sql`${from}`;
    return part === "$2" ? sql`${to}` : sql.raw(part);
  });
  return sql.join(parts);
}

/** Holds other writers of rollups off until the transaction ends. */
export async function lockRollups(tx: Transaction): Promise<void> {
  await tx.execute(sql.raw(ROLLUP_LOCK));
}

/** Makes the rollups of some days anew from the ledger, with those of their months. The caller holds the lock. */
export async function rebuildRollups(tx: Transaction, from: string, to: string): Promise<void> {
  for (const statement of REBUILD) await tx.execute(withDays(statement, from, to));
}

async function differences(db: Queryable, statement: string, day: string): Promise<Difference[]> {
  const { rows } = await db.execute<Record<keyof Difference, string>>(withDays(statement, day));
  return rows.map((row) => ({ figure: row.figure, ledger: Number(row.ledger), rollup: Number(row.rollup) }));
}

/** Where ledger and rollups of a day, or the rollups of its days and month, differ. */
export function listRollupDifferences(tx: Transaction, day: string): Promise<Difference[]> {
  return differences(tx, DIFFERENCES, day);
}

/** Where ledger and daily counters of a day differ. */
export function listCounterDifferences(db: Queryable, day: string): Promise<Difference[]> {
  return differences(db, COUNTER_DIFFERENCES, day);
}

export async function sumLedgerDay(db: Queryable, day: string): Promise<{ calls: number; tokens: number }> {
  const { rows } = await db.execute<{ calls: string; tokens: string }>(withDays(DAY_SUMS, day));
  return { calls: Number(rows[0]?.calls ?? 0), tokens: Number(rows[0]?.tokens ?? 0) };
}

export async function findCheck(db: Queryable, day: string) {
  const [row] = await db.select().from(usageChecks).where(eq(usageChecks.day, day));
  return row ?? null;
}

/** The check that was made last, of its latest day. */
export async function findLastCheck(db: Queryable) {
  const [row] = await db
    .select()
    .from(usageChecks)
    .orderBy(desc(usageChecks.checkedAt), desc(usageChecks.day))
    .limit(1);
  return row ?? null;
}

export async function upsertCheck(
  db: Queryable,
  row: Omit<typeof usageChecks.$inferInsert, "checkedAt">,
): Promise<void> {
  await db
    .insert(usageChecks)
    .values(row)
    .onConflictDoUpdate({ target: usageChecks.day, set: { ...row, checkedAt: sql`now()` } });
}
