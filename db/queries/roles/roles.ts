import { and, asc, desc, eq, ilike, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { departments, users } from "../../schema/organisation";
import { grants } from "../../schema/permissions";
import { type ROLE_TYPES, roles, userRoles } from "../../schema/roles";
import { departmentIsOpen } from "../organisation/departments";

export type RoleType = (typeof ROLE_TYPES)[number];

// Names in full: in a query of one table Drizzle writes columns without their table.
const people = sql<number>`(select count(*)::int from "user_roles" where "user_roles"."role_id" = "roles"."id")`;

const columns = {
  ...columnsOf(roles, "id", "key", "name", "nameEn", "type"),
  ...columnsOf(roles, "description", "dailyTokenLimit", "dailyImageLimit", "permissions", "updatedAt"),
};

const SORTS = { name: roles.name, type: roles.type, people, updatedAt: roles.updatedAt };
export type RoleSort = keyof typeof SORTS;

interface RolePage extends Page {
  keyword?: string;
  type?: RoleType;
  sort: RoleSort;
  descending: boolean;
}

/** Roles with how many people hold them, and how many roles there are. */
export async function listRoles(db: Queryable, { keyword, type, sort, descending, ...page }: RolePage) {
  const pattern = keyword && likePattern(keyword);
  const where = and(
    type ? eq(roles.type, type) : undefined,
    pattern
      ? or(ilike(roles.name, pattern), ilike(roles.nameEn, pattern), ilike(roles.description, pattern))
      : undefined,
  );
  const order = descending ? desc(SORTS[sort]) : asc(SORTS[sort]);
  const list = db
    .select({ ...columns, people })
    .from(roles)
    .where(where)
    .$dynamic();
  return pageOf(db, list, page, order, asc(roles.id));
}

/** Names of all roles, for pickers: the product's own first. */
export function listRoleChoices(db: Queryable) {
  return db
    .select({ id: roles.id, key: roles.key, name: roles.name, nameEn: roles.nameEn, type: roles.type })
    .from(roles)
    .orderBy(sql`${roles.type} = 'system' desc`, asc(roles.name), asc(roles.id))
    .limit(1000);
}

export async function findRole(db: Queryable, id: string) {
  const [row] = await db
    .select({ ...columns, people })
    .from(roles)
    .where(eq(roles.id, id));
  return row ?? null;
}
export type RoleRecord = NonNullable<Awaited<ReturnType<typeof findRole>>>;

/** The role, and nobody else changes it until the transaction ends. */
export async function lockRole(tx: Transaction, id: string): Promise<RoleRecord | null> {
  await tx.select({ id: roles.id }).from(roles).where(eq(roles.id, id)).for("update");
  return findRole(tx, id);
}

export async function insertRole(db: Queryable, row: typeof roles.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(roles).values(row).returning({ id: roles.id });
  return inserted!.id;
}

type RolePatch = Partial<Omit<typeof roles.$inferInsert, "id" | "key" | "createdAt" | "updatedAt">>;

export async function updateRole(db: Queryable, id: string, patch: RolePatch): Promise<void> {
  await db
    .update(roles)
    .set({ ...patch, updatedAt: new Date() })
    .where(eq(roles.id, id));
}

/** Removes a role with what was granted to it; its people lose it. */
export async function removeRole(tx: Transaction, id: string): Promise<void> {
  await tx.delete(grants).where(and(eq(grants.subjectType, "role"), eq(grants.subjectId, id)));
  await tx.delete(roles).where(eq(roles.id, id));
}

const member = {
  ...columnsOf(users, "id", "account", "name"),
  department: departments.name,
  status: users.status,
};

function holds(roleId: string): SQL {
  return correlated(
    sql`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id} and ${userRoles.roleId} = ${roleId})`,
  );
}

function named(keyword: string | undefined): SQL | undefined {
  const pattern = keyword && likePattern(keyword);
  return pattern ? or(ilike(users.name, pattern), ilike(users.account, pattern)) : undefined;
}

/** A page of the people who hold a role, by name. */
export async function listRoleMembers(
  db: Queryable,
  roleId: string,
  { keyword, ...page }: Page & { keyword?: string },
) {
  const where = and(eq(userRoles.roleId, roleId), isNull(users.anonymizedAt), named(keyword));
  const list = db
    .select(member)
    .from(userRoles)
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(where)
    .$dynamic();
  return pageOf(db, list, page, asc(users.name), asc(users.id));
}

/** People who do not hold a role yet, by name. */
export function listRoleCandidates(db: Queryable, roleId: string, keyword: string | undefined, limit: number) {
  return db
    .select(member)
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isNull(users.anonymizedAt), eq(users.status, "enabled"), not(holds(roleId)), named(keyword)))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
}

/** Gives a role to those of these people who exist. Answers who got it now. */
export async function addRoleMembers(tx: Transaction, roleId: string, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const known = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...userIds]), isNull(users.anonymizedAt)));
  if (known.length === 0) return [];
  const added = await tx
    .insert(userRoles)
    .values(known.map(({ id }) => ({ userId: id, roleId })))
    .onConflictDoNothing()
    .returning({ id: userRoles.userId });
  return added.map(({ id }) => id);
}

/** Takes a role from people. Answers who lost it. */
export async function removeRoleMembers(tx: Transaction, roleId: string, userIds: readonly string[]) {
  if (userIds.length === 0) return [];
  const removed = await tx
    .delete(userRoles)
    .where(and(eq(userRoles.roleId, roleId), inArray(userRoles.userId, [...userIds])))
    .returning({ id: userRoles.userId });
  return removed.map(({ id }) => id);
}

/** Accounts of people, for the operation log. */
export async function accountsOf(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .select({ account: users.account })
    .from(users)
    .where(inArray(users.id, [...userIds]))
    .orderBy(asc(users.account));
  return rows.map(({ account }) => account);
}

/** A person by name, for the explanation of what they may do. */
/** A person with what keeps everything shut for them, whatever their roles say. */
export async function findPersonState(db: Queryable, id: string) {
  const [row] = await db
    .select({
      ...columnsOf(users, "id", "account", "name", "status"),
      departmentIsOpen: sql<boolean>`${departmentIsOpen}`,
    })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, id), isNull(users.anonymizedAt)));
  return row ?? null;
}

/** What every role gives, the product's own first. */
export function listRoleRights(db: Queryable) {
  return db
    .select(columnsOf(roles, "id", "key", "name", "nameEn", "permissions"))
    .from(roles)
    .orderBy(sql`${roles.type} = 'system' desc`, asc(roles.name), asc(roles.id))
    .limit(1000);
}

export async function findPersonName(db: Queryable, id: string) {
  const [row] = await db
    .select({ id: users.id, account: users.account, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.anonymizedAt)));
  return row ?? null;
}
