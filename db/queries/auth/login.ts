import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { loginAttempts, loginSources, usedTokenIds, verificationCodes } from "../../schema/auth";
import { externalIdentities } from "../../schema/login-channels";

export interface AttemptState {
  /** Failures of the account from anywhere since `since`. */
  accountFailures: number;
  /** This account from this source is locked until then. */
  lockedUntil: Date | null;
  /** Failures of the source over all accounts in its window. */
  sourceFailures: number;
}

export async function findAttempts(
  db: Queryable,
  { account, address, since }: { account: string; address: string; since: Date },
): Promise<AttemptState> {
  const rows = await db
    .select(columnsOf(loginAttempts, "address", "failures", "lockedUntil"))
    .from(loginAttempts)
    .where(and(eq(loginAttempts.account, account), gt(loginAttempts.updatedAt, since)))
    .limit(1000);
  const [source] = await db
    .select({ failures: loginSources.failures })
    .from(loginSources)
    .where(and(eq(loginSources.address, address), gt(loginSources.windowStart, since)));
  return {
    accountFailures: rows.reduce((sum, row) => sum + row.failures, 0),
    lockedUntil: rows.find((row) => row.address === address)?.lockedUntil ?? null,
    sourceFailures: source?.failures ?? 0,
  };
}

/** Counts a failure; answers the failures of this account from this source within the window. */
export async function countFailure(
  db: Queryable,
  { account, address, since }: { account: string; address: string; since: Date },
): Promise<number> {
  const now = new Date();
  const [row] = await db
    .insert(loginAttempts)
    .values({ account, address, failures: 1, updatedAt: now })
    .onConflictDoUpdate({
      target: [loginAttempts.account, loginAttempts.address],
      set: {
        failures: sql`case when ${loginAttempts.updatedAt} < ${sql.param(since, loginAttempts.updatedAt)} then 1 else ${loginAttempts.failures} + 1 end`,
        lockedUntil: null,
        updatedAt: now,
      },
    })
    .returning({ failures: loginAttempts.failures });
  await db
    .insert(loginSources)
    .values({ address, failures: 1, windowStart: now })
    .onConflictDoUpdate({
      target: loginSources.address,
      set: {
        failures: sql`case when ${loginSources.windowStart} < ${sql.param(since, loginSources.windowStart)} then 1 else ${loginSources.failures} + 1 end`,
        windowStart: sql`case when ${loginSources.windowStart} < ${sql.param(since, loginSources.windowStart)} then now() else ${loginSources.windowStart} end`,
      },
    });
  return row?.failures ?? 1;
}

export async function lockAttempts(db: Queryable, account: string, address: string, until: Date) {
  await db
    .update(loginAttempts)
    .set({ lockedUntil: until })
    .where(and(eq(loginAttempts.account, account), eq(loginAttempts.address, address)));
}

/** A successful login forgets the failures from its own source; guesses from elsewhere stay counted. */
export async function clearAttempts(db: Queryable, account: string, address: string) {
  await db.delete(loginAttempts).where(and(eq(loginAttempts.account, account), eq(loginAttempts.address, address)));
}

export async function removeOldLoginRows(db: Queryable, before: Date) {
  await db.delete(loginAttempts).where(lt(loginAttempts.updatedAt, before));
  await db.delete(loginSources).where(lt(loginSources.windowStart, before));
  await db.delete(verificationCodes).where(lt(verificationCodes.expiresAt, before));
  await db.delete(usedTokenIds).where(lt(usedTokenIds.expiresAt, before));
}

/** Counts a verification code a source asks for; answers how many it asked for since. */
export async function countVerificationCode(db: Queryable, address: string, since: Date): Promise<number> {
  const isOver = sql`${loginSources.codesSince} < ${sql.param(since, loginSources.codesSince)}`;
  const [row] = await db
    .insert(loginSources)
    .values({ address, codes: 1 })
    .onConflictDoUpdate({
      target: loginSources.address,
      set: {
        codes: sql`case when ${isOver} then 1 else ${loginSources.codes} + 1 end`,
        codesSince: sql`case when ${isOver} then now() else ${loginSources.codesSince} end`,
      },
    })
    .returning({ codes: loginSources.codes });
  return row?.codes ?? 1;
}

export async function insertVerificationCode(db: Queryable, answerHash: string, expiresAt: Date) {
  const [row] = await db
    .insert(verificationCodes)
    .values({ answerHash, expiresAt })
    .returning({ id: verificationCodes.id });
  return row!.id;
}

/** Takes the code out, right or wrong answer: it works once. Null when unknown or expired. */
export async function takeVerificationCode(db: Queryable, id: string) {
  const [row] = await db
    .delete(verificationCodes)
    .where(eq(verificationCodes.id, id))
    .returning({ answerHash: verificationCodes.answerHash, expiresAt: verificationCodes.expiresAt });
  return row && row.expiresAt > new Date() ? row.answerHash : null;
}

/** Remembers a one-time id; false when it was used before. */
export async function insertUsedTokenId(db: Queryable, row: typeof usedTokenIds.$inferInsert) {
  const rows = await db.insert(usedTokenIds).values(row).onConflictDoNothing().returning({ id: usedTokenIds.tokenId });
  return rows.length > 0;
}

export async function findIdentity(db: Queryable, issuer: string, subject: string) {
  const [row] = await db
    .select({ userId: externalIdentities.userId })
    .from(externalIdentities)
    .where(and(eq(externalIdentities.issuer, issuer), eq(externalIdentities.subject, subject)));
  return row?.userId ?? null;
}
