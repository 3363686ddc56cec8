import { and, asc, count, eq, ilike, inArray, isNotNull, isNull, like, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { sessions } from "../../schema/auth";
import { departments, users } from "../../schema/organisation";
import { grants } from "../../schema/permissions";

const above = alias(departments, "above");

/** The tree of departments: changed by one, read by many. */
const TREE_LOCK = 7_205_759_431;

/**
 * Neither the joined department nor one above it is disabled: who belongs to it may come in. True without a department.
 * Whoever reads it joins `departments`.
 */
export const departmentIsOpen: SQL<boolean> =
  correlated(sql<boolean>`not exists (select 1 from ${departments} ${sql.identifier("above")}
  where ${above.id} = any(string_to_array(rtrim(${departments.path}, '/'), '/')::uuid[]) and ${above.status} = 'disabled')`);

/** Makes others who change the shape of the tree wait, and those who place people in it. */
export async function lockTree(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${TREE_LOCK})`);
}

/** A department a person is placed in stays until the transaction ends; several may place people at once. */
export async function lockTreeShared(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${TREE_LOCK})`);
}

const columns = columnsOf(departments, "id", "parentId", "name", "status", "path", "sort", "updatedAt");
export type DepartmentRow = Awaited<ReturnType<typeof listDepartments>>[number];

/** The whole organisation, siblings in their order. */
export function listDepartments(db: Queryable) {
  return db
    .select(columns)
    .from(departments)
    .orderBy(asc(departments.sort), asc(departments.name), asc(departments.id))
    .limit(20_000);
}

/** Departments whose name holds the words, in the order of the tree's siblings. */
export function findDepartmentsByName(db: Queryable, words: string, limit: number) {
  return db
    .select(columnsOf(departments, "id", "name"))
    .from(departments)
    .where(ilike(departments.name, likePattern(words)))
    .orderBy(asc(departments.sort), asc(departments.name), asc(departments.id))
    .limit(limit);
}

/** People of each department, without those below it. */
export function countPeopleByDepartment(db: Queryable) {
  return db
    .select({ departmentId: users.departmentId, count: count() })
    .from(users)
    .where(and(isNotNull(users.departmentId), isNull(users.anonymizedAt)))
    .groupBy(users.departmentId);
}

export async function findDepartment(db: Queryable, id: string) {
  const [row] = await db.select(columns).from(departments).where(eq(departments.id, id));
  return row ?? null;
}

/** The one department without a parent. */
export async function findRootDepartment(db: Queryable) {
  const [row] = await db.select(columns).from(departments).where(isNull(departments.parentId)).limit(1);
  return row ?? null;
}

export function findDepartments(db: Queryable, ids: readonly string[]) {
  return db
    .select(columns)
    .from(departments)
    .where(inArray(departments.id, [...ids]));
}

/** Siblings in their order. */
export function listChildren(db: Queryable, parentId: string) {
  return db
    .select({ id: departments.id, name: departments.name, sort: departments.sort })
    .from(departments)
    .where(eq(departments.parentId, parentId))
    .orderBy(asc(departments.sort), asc(departments.name), asc(departments.id));
}

export async function insertDepartment(db: Queryable, row: typeof departments.$inferInsert): Promise<void> {
  await db.insert(departments).values(row);
}

export async function updateDepartment(
  db: Queryable,
  id: string,
  patch: Partial<Pick<typeof departments.$inferInsert, "name" | "status" | "parentId" | "sort">>,
): Promise<void> {
  await db.update(departments).set(patch).where(eq(departments.id, id));
}

/** Gives siblings the order of the list, in one statement. */
export async function orderDepartments(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(
    sql`update ${departments} set sort = place.no from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, no)
      where ${departments.id} = place.id`,
  );
}

/** Rewrites the beginning of the paths of a department and all below it. */
export async function rewritePaths(db: Queryable, from: string, to: string): Promise<void> {
  await db
    .update(departments)
    // Whoever only goes along was not changed.
    .set({
      path: sql`${to} || substr(${departments.path}, ${from.length + 1})`,
      updatedAt: departments.updatedAt as never,
    })
    .where(like(departments.path, `${from}%`));
}

/** Hangs the children of one department below another. */
export async function moveChildren(db: Queryable, from: string, to: string): Promise<void> {
  await db.update(departments).set({ parentId: to }).where(eq(departments.parentId, from));
}

export async function movePeople(db: Queryable, from: string, to: string): Promise<number> {
  const rows = await db
    .update(users)
    .set({ departmentId: to })
    .where(eq(users.departmentId, from))
    .returning({ id: users.id });
  return rows.length;
}

/** What was open to one department is open to another; the stronger right stays. */
export async function moveGrants(db: Queryable, from: string, to: string): Promise<void> {
  await db.execute(
    sql`insert into ${grants} (resource_type, resource_id, subject_type, subject_id, "right")
      select resource_type, resource_id, subject_type, ${to}::uuid, "right" from ${grants}
      where subject_type = 'department' and subject_id = ${from}::uuid
      on conflict (resource_type, resource_id, subject_type, subject_id)
      do update set "right" = case when excluded."right" = 'manage' then 'manage' else ${grants}."right" end`,
  );
  await removeDepartmentGrants(db, from);
}

export async function removeDepartmentGrants(db: Queryable, id: string): Promise<void> {
  await db.delete(grants).where(and(eq(grants.subjectType, "department"), eq(grants.subjectId, id)));
}

export async function removeDepartment(db: Queryable, id: string): Promise<void> {
  await db.delete(departments).where(eq(departments.id, id));
}

export function countPeopleIn(db: Queryable, id: string): Promise<number> {
  return db.$count(users, and(eq(users.departmentId, id), isNull(users.anonymizedAt)));
}

export async function hasSiblingOfName(
  db: Queryable,
  { parentId, name, except }: { parentId: string; name: string; except?: string },
): Promise<boolean> {
  const rows = await db
    .select({ id: departments.id })
    .from(departments)
    .where(
      and(
        eq(departments.parentId, parentId),
        eq(departments.name, name),
        except ? ne(departments.id, except) : undefined,
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/** Ends the sessions of everybody in a department and below it. */
export async function revokeSessionsBelow(db: Queryable, path: string): Promise<void> {
  const people = db
    .select({ id: users.id })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(like(departments.path, `${path}%`));
  await db
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(isNull(sessions.revokedAt), inArray(sessions.userId, people)));
}
