import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { activationCodes, loginAttempts, recoveryCodes, secondFactors, sessions } from "../../schema/auth";
import { collectedItems, collectionFolders } from "../../schema/collected";
import { files } from "../../schema/files";
import { externalIdentities } from "../../schema/login-channels";
import { users } from "../../schema/organisation";
import { grants } from "../../schema/permissions";
import { memories, userPreferences } from "../../schema/personal";
import { userRoles } from "../../schema/roles";

export async function insertPeople(db: Queryable, rows: (typeof users.$inferInsert)[]): Promise<void> {
  await db.insert(users).values(rows);
}

export type PersonPatch = Partial<
  Pick<
    typeof users.$inferInsert,
    "name" | "departmentId" | "phone" | "email" | "status" | "passwordHash" | "mustChangePassword"
  >
>;

/** Changes columns of people, all to the same values. */
export async function updatePeople(db: Queryable, ids: readonly string[], patch: PersonPatch): Promise<void> {
  if (ids.length === 0 || Object.keys(patch).length === 0) return;
  await db
    .update(users)
    .set(patch)
    .where(inArray(users.id, [...ids]));
}

/** The rows of people who are changed, in a fixed order, so that two changes of the same people never wait for each other. */
export async function lockPeople(db: Queryable, ids: readonly string[]): Promise<void> {
  await db
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for("update");
}

export async function insertUserRoles(db: Queryable, rows: { userId: string; roleId: string }[]): Promise<void> {
  if (rows.length > 0) await db.insert(userRoles).values(rows).onConflictDoNothing();
}

export async function removeUserRoles(db: Queryable, userIds: readonly string[], roleIds: readonly string[]) {
  if (userIds.length === 0 || roleIds.length === 0) return;
  await db
    .delete(userRoles)
    .where(and(inArray(userRoles.userId, [...userIds]), inArray(userRoles.roleId, [...roleIds])));
}

/** One code a person; a new one replaces the old. */
export async function upsertActivationCodes(db: Queryable, rows: (typeof activationCodes.$inferInsert)[]) {
  if (rows.length === 0) return;
  await db
    .insert(activationCodes)
    .values(rows)
    .onConflictDoUpdate({
      target: activationCodes.userId,
      set: { codeHash: sql`excluded.code_hash`, expiresAt: sql`excluded.expires_at`, createdAt: sql`now()` },
    });
}

/** The hash of a code that still works. */
export async function findActivationCode(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db
    .select({ codeHash: activationCodes.codeHash })
    .from(activationCodes)
    .where(and(eq(activationCodes.userId, userId), gt(activationCodes.expiresAt, sql`now()`)));
  return row?.codeHash ?? null;
}

/** People among these who have a code that still works. */
export async function listAwaitingPeople(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ userId: activationCodes.userId })
    .from(activationCodes)
    .where(and(inArray(activationCodes.userId, [...ids]), gt(activationCodes.expiresAt, sql`now()`)));
  return rows.map(({ userId }) => userId);
}

export async function removeActivationCodes(db: Queryable, userIds: readonly string[]): Promise<void> {
  await db.delete(activationCodes).where(inArray(activationCodes.userId, [...userIds]));
}

export async function removeExpiredActivationCodes(db: Queryable, before: Date): Promise<void> {
  await db.delete(activationCodes).where(lt(activationCodes.expiresAt, before));
}

/** Ends every session of these people; `except` stays. */
export async function revokeSessionsOf(db: Queryable, userIds: readonly string[], except?: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(
      and(
        inArray(sessions.userId, [...userIds]),
        isNull(sessions.revokedAt),
        except ? sql`${sessions.id} <> ${except}` : undefined,
      ),
    );
}

/** Failed logins of an account are forgotten, for a person who gets a new password. */
export async function clearFailures(db: Queryable, account: string): Promise<void> {
  await db.delete(loginAttempts).where(eq(loginAttempts.account, account));
}

export async function removeBinding(db: Queryable, userId: string, issuer: string, subject: string): Promise<boolean> {
  const { rowCount } = await db
    .delete(externalIdentities)
    .where(
      and(
        eq(externalIdentities.userId, userId),
        eq(externalIdentities.issuer, issuer),
        eq(externalIdentities.subject, subject),
      ),
    );
  return rowCount !== 0;
}

/**
 * Everything that tells who people were, and every way in, is gone; their id stays, so that what they did keeps its
 * author (ARCHITECTURE 9).
 */
export async function anonymizePeople(db: Queryable, ids: readonly string[]): Promise<void> {
  const who = [...ids];
  const accounts = db.select({ account: users.account }).from(users).where(inArray(users.id, who));
  await db.delete(loginAttempts).where(inArray(loginAttempts.account, accounts));
  await db
    .update(files)
    .set({ deletedAt: new Date() })
    .where(
      and(
        isNull(files.deletedAt),
        inArray(files.id, db.select({ id: users.avatarFileId }).from(users).where(inArray(users.id, who)) as never),
      ),
    );
  for (const table of [
    externalIdentities,
    activationCodes,
    secondFactors,
    recoveryCodes,
    sessions,
    userRoles,
    memories,
    userPreferences,
    collectedItems,
    collectionFolders,
  ] as const) {
    await db.delete(table).where(inArray(table.userId, who));
  }
  await db.delete(grants).where(and(eq(grants.subjectType, "user"), inArray(grants.subjectId, who)));
  await db
    .update(users)
    .set({
      account: sql`'deleted-' || ${users.id}`,
      name: sql`'#' || right(${users.id}::text, 8)`,
      status: "disabled",
      departmentId: null,
      phone: null,
      email: null,
      avatarFileId: null,
      language: null,
      passwordHash: null,
      mustChangePassword: false,
      lastLoginAt: null,
      anonymizedAt: new Date(),
    })
    .where(inArray(users.id, who));
}
