import { and, count, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { sessions } from "../../schema/auth";
import { externalDepartments } from "../../schema/directory-sync";
import { externalIdentities } from "../../schema/login-channels";
import { departments, users } from "../../schema/organisation";
import { userRoles } from "../../schema/roles";

/** Everybody an issuer's identities name, with whether the issuer is the one their account began with. */
export function listIssuerPeople(db: Queryable, issuer: string) {
  return db
    .select({
      subject: externalIdentities.subject,
      userId: users.id,
      ...columnsOf(users, "account", "name", "email", "phone", "status", "departmentId", "updatedAt"),
      isOwn: correlated(sql<boolean>`${users.type} in ('directory', 'sso') and not exists (
        select 1 from ${externalIdentities} o where o.user_id = ${users.id} and o.issuer <> ${issuer}
          and o.created_at < ${externalIdentities.createdAt})`),
    })
    .from(externalIdentities)
    .innerJoin(users, eq(users.id, externalIdentities.userId))
    .where(and(eq(externalIdentities.issuer, issuer), isNull(users.anonymizedAt)))
    .orderBy(externalIdentities.createdAt, externalIdentities.subject);
}

/** Roles of everybody an issuer names. */
export function listIssuerRoles(db: Queryable, issuer: string) {
  return db
    .select({ userId: userRoles.userId, roleId: userRoles.roleId })
    .from(userRoles)
    .where(
      inArray(
        userRoles.userId,
        db
          .select({ id: externalIdentities.userId })
          .from(externalIdentities)
          .where(eq(externalIdentities.issuer, issuer)),
      ),
    );
}

/** Who these subjects of an issuer are bound to. */
export async function listBoundSubjects(db: Queryable, issuer: string, subjects: readonly string[]) {
  if (subjects.length === 0) return new Map<string, string>();
  const rows = await db
    .select({ subject: externalIdentities.subject, userId: externalIdentities.userId })
    .from(externalIdentities)
    .where(and(eq(externalIdentities.issuer, issuer), inArray(externalIdentities.subject, [...subjects])));
  return new Map(rows.map(({ subject, userId }) => [subject, userId]));
}

/** People of each department who may come in, without those below it. */
export function countEnabledByDepartment(db: Queryable) {
  return db
    .select({ departmentId: users.departmentId, count: count() })
    .from(users)
    .where(and(isNotNull(users.departmentId), eq(users.status, "enabled"), isNull(users.anonymizedAt)))
    .groupBy(users.departmentId);
}

/** Whether somebody who may come in is in a department or below it. */
export async function hasPeopleBelow(db: Queryable, path: string): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.status, "enabled"), isNull(users.anonymizedAt), sql`starts_with(${departments.path}, ${path})`))
    .limit(1);
  return rows.length > 0;
}

/** Every department a channel knows. */
export function listChannelDepartments(db: Queryable, channelId: string) {
  return db
    .select({ externalId: externalDepartments.externalId, departmentId: externalDepartments.departmentId })
    .from(externalDepartments)
    .where(eq(externalDepartments.channelId, channelId));
}

export async function bindDepartment(db: Queryable, row: typeof externalDepartments.$inferInsert): Promise<void> {
  await db
    .insert(externalDepartments)
    .values(row)
    .onConflictDoUpdate({
      target: [externalDepartments.channelId, externalDepartments.externalId],
      set: { departmentId: row.departmentId },
    });
}

export interface OutsidePersonRow {
  id: string;
  account: string;
  name: string;
  email: string | null;
  phone: string | null;
  departmentId: string | null;
  type: "directory" | "sso";
}

/** Makes people who sign in elsewhere; answers who was made: the others' account names are somebody's already. */
export async function insertOutsidePeople(db: Queryable, rows: readonly OutsidePersonRow[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const made = await db
    .insert(users)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: users.id });
  return new Set(made.map(({ id }) => id));
}

/** Binds identities; answers how many were free. */
export async function insertBindings(db: Queryable, rows: (typeof externalIdentities.$inferInsert)[]): Promise<number> {
  if (rows.length === 0) return 0;
  const made = await db
    .insert(externalIdentities)
    .values(rows)
    .onConflictDoNothing()
    .returning({ userId: externalIdentities.userId });
  return made.length;
}

/** Closes accounts at a given moment and ends their sessions. */
export async function closePeople(db: Queryable, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(users)
    .set({ status: "disabled", updatedAt: at })
    .where(inArray(users.id, [...ids]));
  await db
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(inArray(sessions.userId, [...ids]), isNull(sessions.revokedAt)));
}

export async function closeDepartment(db: Queryable, id: string, at: Date): Promise<void> {
  await db.update(departments).set({ status: "disabled", updatedAt: at }).where(eq(departments.id, id));
}
