import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { secondFactors, sessions } from "../../schema/auth";
import { departments, users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";
import { departmentIsOpen } from "../organisation/departments";
import { lacksTerms } from "../terms/terms";

export interface HeldRights {
  id: string;
  key: string | null;
  permissions: string[];
  dailyTokenLimit: number | null;
  dailyImageLimit: number | null;
}

/** What the roles of a person give, read along with the person. */
export const heldRights = correlated<HeldRights[]>(sql`coalesce((
  select json_agg(json_build_object('id', ${roles.id}, 'key', ${roles.key}, 'permissions', ${roles.permissions},
    'dailyTokenLimit', ${roles.dailyTokenLimit}, 'dailyImageLimit', ${roles.dailyImageLimit}))
  from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.roleId} where ${userRoles.userId} = ${users.id}), '[]')`);

const sessionColumns = {
  sessionId: sessions.id,
  ...columnsOf(sessions, "tokenHash", "expiresAt", "lastUsedAt"),
  userId: users.id,
  ...columnsOf(users, "account", "name", "departmentId"),
  departmentPath: departments.path,
  departmentName: departments.name,
  ...columnsOf(users, "avatarFileId", "language", "mustChangePassword"),
  mustAcceptTerms: lacksTerms(),
  method: sessions.method,
  hasFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
  roles: heldRights,
};

/** A session that was not used for so many minutes is over; null: none is. */
function isNotIdle(minutes: number | null) {
  return minutes === null ? undefined : gt(sessions.lastUsedAt, sql`now() - make_interval(mins => ${minutes}::int)`);
}

/** How a session is known: by its row, or by the hash of its token. */
export type SessionKey = { id: string } | { tokenHash: string };
export type LiveSession = Awaited<ReturnType<typeof listLiveSessions>>[number];

/** Live sessions with their people, each by its key; null where there is none. Disabled people and departments have none. */
export async function findLiveSessions(
  db: Queryable,
  keys: readonly SessionKey[],
  idleMinutes: number | null,
): Promise<(LiveSession | null)[]> {
  const rows = await listLiveSessions(db, keys, idleMinutes);
  return keys.map(
    (key) => rows.find((row) => ("id" in key ? row.sessionId === key.id : row.tokenHash === key.tokenHash)) ?? null,
  );
}

function listLiveSessions(db: Queryable, keys: readonly SessionKey[], idleMinutes: number | null) {
  const ids = keys.flatMap((key) => ("id" in key ? [key.id] : []));
  const hashes = keys.flatMap((key) => ("id" in key ? [] : [key.tokenHash]));
  return db
    .select(sessionColumns)
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        or(
          ids.length > 0 ? inArray(sessions.id, ids) : undefined,
          hashes.length > 0 ? inArray(sessions.tokenHash, hashes) : undefined,
        ),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        isNotIdle(idleMinutes),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
      ),
    );
}

/** A person who may come in, without a session: for work that goes on after they closed the page. */
export async function findLivePerson(db: Queryable, id: string) {
  const { id: personId, account, name, departmentId, language } = users;
  const [row] = await db
    .select({
      id: personId,
      account,
      name,
      departmentId,
      language,
      departmentPath: departments.path,
      roles: heldRights,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, id), eq(users.status, "enabled"), isNull(users.anonymizedAt), departmentIsOpen));
  return row ?? null;
}

/** What a role gives, and what it is called. */
export const roleRights = {
  ...columnsOf(roles, "id", "key", "name", "nameEn", "permissions", "dailyTokenLimit", "dailyImageLimit"),
};

export function listRolesOf(db: Queryable, userId: string) {
  return db
    .select(roleRights)
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
export function listSessions(db: Queryable, userId: string, idleMinutes: number | null) {
  return db
    .select(columnsOf(sessions, "id", "method", "userAgent", "address", "createdAt", "lastUsedAt"))
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        isNotIdle(idleMinutes),
      ),
    )
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
      ...columnsOf(users, "id", "account", "name", "type", "status", "passwordHash", "mustChangePassword"),
      departmentOpen: departmentIsOpen,
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
    .where(and(eq(users.id, userId), eq(users.status, "enabled"), isNull(users.anonymizedAt), departmentIsOpen));
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
      ...columnsOf(users, "id", "account", "name", "type", "avatarFileId", "language", "mustChangePassword"),
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

/** Where a person is written to, and in which language; null for people who may not come in and those without an address. */
export async function findMailAddress(db: Queryable, userId: string) {
  const [row] = await db
    .select({ email: users.email, language: users.language })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, userId), eq(users.status, "enabled"), isNull(users.anonymizedAt), departmentIsOpen));
  return row?.email ? { email: row.email, language: row.language } : null;
}

/** People who may come in and hold a permission: by a role that names it, or as administrators. */
export async function listUsersWith(db: Queryable, permission: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: users.id })
    .from(users)
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
        or(eq(roles.key, "administrator"), sql`${permission} = any(${roles.permissions})`),
      ),
    )
    // Hardly anybody has so many; then those who came last, always the same ones.
    .orderBy(desc(users.id))
    .limit(200);
  return rows.map((row) => row.id);
}

/** Makes others who change something of this person wait: limits per person hold under concurrency. */
export async function lockUser(db: Queryable, id: string): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("update");
}

/** A person as callers of models are seen: where they belong, whether they may come in. */
export async function findCaller(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(users, "id", "account", "name", "language", "status", "departmentId"),
      departmentPath: departments.path,
      departmentOpen: departmentIsOpen,
      anonymizedAt: users.anonymizedAt,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.id, id));
  return row ?? null;
}
