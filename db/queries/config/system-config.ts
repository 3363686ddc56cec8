import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { systemConfig } from "../../schema/config";

export async function findConfig(db: Queryable, type: string) {
  const [row] = await db.select({ value: systemConfig.value }).from(systemConfig).where(eq(systemConfig.type, type));
  return row?.value ?? null;
}

export async function upsertConfig(db: Queryable, type: string, value: unknown) {
  await db
    .insert(systemConfig)
    .values({ type, value })
    .onConflictDoUpdate({
      target: systemConfig.type,
      set: { value, version: sql`${systemConfig.version} + 1`, updatedAt: new Date() },
    });
}

/** Until the transaction ends nobody else changes this kind of configuration by reading it first. */
export async function lockConfig(tx: Transaction, type: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`config:${type}`}))`);
}
