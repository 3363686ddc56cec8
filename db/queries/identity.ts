import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "../client";
import { departments, roles, sessions, userRoles, users } from "../schema/identity";

const sessionColumns = {
  sessionId: sessions.id,
  expiresAt: sessions.expiresAt,
  lastUsedAt: sessions.lastUsedAt,
  userId: users.id,
  account: users.account,
  name: users.name,
  departmentId: users.departmentId,
  departmentPath: departments.path,
  language: users.language,
  mustChangePassword: users.mustChangePassword,
};

/** A live session with its person, by row id or by the hash of its token. Disabled people and departments have none. */
export async function findLiveSession(db: Queryable, by: { id: string } | { tokenHash: string }) {
  const [row] = await db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        "id" in by ? eq(sessions.id, by.id) : eq(sessions.tokenHash, by.tokenHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        or(isNull(departments.id), eq(departments.status, "enabled")),
      ),
    );
  return row ?? null;
}

export function listRolesOf(db: Queryable, userId: string) {
  return db
    .select({
      id: roles.id,
      key: roles.key,
      name: roles.name,
      nameEn: roles.nameEn,
      permissions: roles.permissions,
      dailyTokenLimit: roles.dailyTokenLimit,
      dailyImageLimit: roles.dailyImageLimit,
    })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(userRoles.userId, userId));
}

export async function insertSession(db: Queryable, row: typeof sessions.$inferInsert) {
  const [inserted] = await db.insert(sessions).values(row).returning({ id: sessions.id });
  return inserted!;
}

export async function touchSession(db: Queryable, id: string) {
  await db.update(sessions).set({ lastUsedAt: new Date() }).where(eq(sessions.id, id));
}

/** Live sessions of one person, the last used first. */
export function listSessions(db: Queryable, userId: string) {
  return db
    .select({
      id: sessions.id,
      method: sessions.method,
      userAgent: sessions.userAgent,
      address: sessions.address,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(sql`${sessions.lastUsedAt} desc`)
    .limit(100);
}

/** Ends sessions of one person: the named ones, or all but `except`. Answers the ids that ended. */
export async function revokeSessions(db: Queryable, userId: string, which: { ids: string[] } | { except?: string }) {
  const narrowed =
    "ids" in which ? inArray(sessions.id, which.ids) : which.except ? ne(sessions.id, which.except) : sql`true`;
  const rows = await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), narrowed))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
}

export async function removeExpiredSessions(db: Queryable, before: Date) {
  await db.delete(sessions).where(lt(sessions.expiresAt, before));
}

export async function findUserByAccount(db: Queryable, account: string) {
  const [row] = await db
    .select({
      id: users.id,
      account: users.account,
      name: users.name,
      type: users.type,
      status: users.status,
      passwordHash: users.passwordHash,
      mustChangePassword: users.mustChangePassword,
      departmentStatus: departments.status,
      anonymizedAt: users.anonymizedAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.account, account));
  return row ?? null;
}

/** The account name of a person who may sign in at this moment, or null. */
export async function findUsableAccount(db: Queryable, userId: string) {
  const [row] = await db
    .select({ account: users.account })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(users.id, userId),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        or(isNull(departments.id), eq(departments.status, "enabled")),
      ),
    );
  return row?.account ?? null;
}

export async function findPasswordHash(db: Queryable, userId: string) {
  const [row] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId));
  return row?.hash ?? null;
}

/** Columns of a person's own profile. */
export async function findProfile(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      id: users.id,
      account: users.account,
      name: users.name,
      type: users.type,
      avatarFileId: users.avatarFileId,
      language: users.language,
      mustChangePassword: users.mustChangePassword,
      departmentId: departments.id,
      departmentName: departments.name,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, userId));
  return row ?? null;
}

export async function updateUser(
  db: Queryable,
  userId: string,
  patch: Partial<Pick<typeof users.$inferInsert, "language" | "lastLoginAt" | "passwordHash" | "mustChangePassword">>,
) {
  await db.update(users).set(patch).where(eq(users.id, userId));
}
