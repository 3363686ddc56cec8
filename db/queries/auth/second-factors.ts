import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { recoveryCodes, secondFactors } from "../../schema/auth";

const columns = columnsOf(secondFactors, "secretCipher", "confirmedAt", "lastStep");

export async function findFactor(db: Queryable, userId: string) {
  const [row] = await db.select(columns).from(secondFactors).where(eq(secondFactors.userId, userId));
  return row ?? null;
}

/** Whoever else tries a code of this person waits until the end of the transaction. */
export async function lockFactor(tx: Transaction, userId: string) {
  const [row] = await tx.select(columns).from(secondFactors).where(eq(secondFactors.userId, userId)).for("update");
  return row ?? null;
}

/** Begins a set-up, or begins it anew; false when the person has a confirmed one. */
export async function beginFactor(db: Queryable, userId: string, secretCipher: string) {
  const { rowCount } = await db
    .insert(secondFactors)
    .values({ userId, secretCipher })
    .onConflictDoUpdate({
      target: secondFactors.userId,
      set: { secretCipher, lastStep: 0, createdAt: new Date() },
      setWhere: isNull(secondFactors.confirmedAt),
    });
  return rowCount !== 0;
}

export async function updateFactor(
  db: Queryable,
  userId: string,
  patch: Partial<Pick<typeof secondFactors.$inferInsert, "confirmedAt" | "lastStep">>,
) {
  await db.update(secondFactors).set(patch).where(eq(secondFactors.userId, userId));
}

/** Takes factor and recovery codes away; false when there was no confirmed factor. */
export async function removeFactor(db: Queryable, userId: string) {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const [row] = await db
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ confirmedAt: secondFactors.confirmedAt });
  return Boolean(row?.confirmedAt);
}

export async function replaceRecoveryCodes(db: Queryable, userId: string, codeHashes: readonly string[]) {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })));
}

/** Uses a recovery code up; false when the person has no such unused one. */
export async function takeRecoveryCode(db: Queryable, userId: string, codeHash: string) {
  const { rowCount } = await db
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash), isNull(recoveryCodes.usedAt)));
  return rowCount !== 0;
}

/** Recovery codes that still work. */
export async function countRecoveryCodes(db: Queryable, userId: string) {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.count ?? 0;
}
