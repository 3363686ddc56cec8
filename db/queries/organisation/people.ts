import {
  type AnyColumn,
  and,
  asc,
  desc,
  eq,
  ilike,
  inArray,
  isNull,
  like,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { likePattern } from "../../like";
import { externalIdentities } from "../../schema/login-channels";
import { departments, type STATUS, type USER_TYPES, users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";
import { roleRights } from "../auth/identity";

const SORTS = {
  ...columnsOf(users, "name", "account", "createdAt", "lastLoginAt"),
} as const;
export type PersonSort = keyof typeof SORTS;

export interface PersonFilter {
  keyword?: string;
  status?: (typeof STATUS)[number];
  type?: (typeof USER_TYPES)[number];
  roleId?: string;
  bound?: boolean;
  /** Of this department and all below it. */
  departmentPath?: string;
}
export interface PersonPage extends PersonFilter {
  sort: PersonSort;
  descending: boolean;
  limit: number;
  offset: number;
}

const columns = {
  ...columnsOf(users, "id", "account", "name", "type", "status", "departmentId"),
  departmentName: departments.name,
  departmentPath: departments.path,
  ...columnsOf(users, "phone", "email", "avatarFileId"),
  hasPassword: sql<boolean>`${users.passwordHash} is not null`,
  ...columnsOf(users, "mustChangePassword", "lastLoginAt", "createdAt"),
};

function where(db: Queryable, filter: PersonFilter): SQL | undefined {
  const { keyword, status, type, roleId, bound, departmentPath } = filter;
  // A phone number is stored without the blanks and dashes people write.
  const digits = keyword && /^[+\d\s()-]+$/.test(keyword) ? keyword.replace(/[^\d+]/g, "") : "";
  const pattern = keyword && likePattern(keyword);
  // A word without letters that have a case, such as a Chinese name, is compared as it is: many times faster.
  const hasCase = keyword !== undefined && keyword.toLowerCase() !== keyword.toUpperCase();
  const boundPeople = db.select({ id: externalIdentities.userId }).from(externalIdentities);
  return and(
    isNull(users.anonymizedAt),
    status ? eq(users.status, status) : undefined,
    type ? eq(users.type, type) : undefined,
    pattern
      ? or(
          hasCase ? ilike(users.name, pattern) : like(users.name, pattern),
          // Accounts are stored in lower case.
          like(users.account, pattern.toLowerCase()),
          digits ? like(users.phone, likePattern(digits)) : undefined,
        )
      : undefined,
    roleId
      ? inArray(users.id, db.select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, roleId)))
      : undefined,
    bound === undefined ? undefined : bound ? inArray(users.id, boundPeople) : notInArray(users.id, boundPeople),
    departmentPath
      ? inArray(
          users.departmentId,
          db
            .select({ id: departments.id })
            .from(departments)
            .where(like(departments.path, `${departmentPath}%`)),
        )
      : undefined,
  );
}

/** A page of people. Those who left are in no list. */
export function listPeople(db: Queryable, { sort, descending, limit, offset, ...filter }: PersonPage) {
  // Only the last login may be empty; for the others the index gives the order as it is.
  const order = (column: SQL | AnyColumn) => (descending ? desc(column) : asc(column));
  const first = sort === "lastLoginAt" ? sql`${order(SORTS[sort])} nulls last` : order(SORTS[sort]);
  return db
    .select(columns)
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(where(db, filter))
    .orderBy(first, order(users.id))
    .limit(limit)
    .offset(offset);
}
export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

export function countPeople(db: Queryable, filter: PersonFilter): Promise<number> {
  return db.$count(users, where(db, filter));
}

/** Ids of everybody a filter finds, in a fixed order. */
export async function listPeopleIds(db: Queryable, filter: PersonFilter, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(where(db, filter))
    .orderBy(asc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findPerson(db: Queryable, id: string): Promise<PersonRow | null> {
  return (await findPeople(db, [id]))[0] ?? null;
}

export function findPeople(db: Queryable, ids: readonly string[]) {
  return db
    .select(columns)
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(inArray(users.id, [...ids]), isNull(users.anonymizedAt)));
}

/** Which of these account names are taken. */
export async function findTakenAccounts(db: Queryable, accounts: readonly string[]): Promise<string[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .select({ account: users.account })
    .from(users)
    .where(inArray(users.account, [...accounts]));
  return rows.map(({ account }) => account);
}

/** The roles people hold, by person. */
export async function listRolesOfPeople(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ userId: userRoles.userId, ...roleRights })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(inArray(userRoles.userId, [...ids]))
    .orderBy(asc(roles.createdAt), asc(roles.id));
}

/** The roles that people of these departments and of those below them hold. */
export function listRolesBelow(db: Queryable, paths: readonly string[]) {
  return db
    .selectDistinct(columnsOf(roles, "id", "key", "permissions", "dailyTokenLimit", "dailyImageLimit"))
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .innerJoin(userRoles, eq(userRoles.userId, users.id))
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(and(isNull(users.anonymizedAt), or(...paths.map((path) => like(departments.path, `${path}%`)))));
}

/** Every role, as those who give one out see it. */
export function listRoleChoices(db: Queryable) {
  return db
    .select({
      ...columnsOf(roles, "id", "key", "name", "nameEn", "type", "permissions", "dailyTokenLimit", "dailyImageLimit"),
    })
    .from(roles)
    .orderBy(asc(roles.createdAt), asc(roles.id))
    .limit(1000);
}

/** Issuers that people are linked to, by person. */
export async function listBindingsOf(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .select(columnsOf(externalIdentities, "userId", "issuer", "subject", "createdAt"))
    .from(externalIdentities)
    .where(inArray(externalIdentities.userId, [...ids]))
    .orderBy(asc(externalIdentities.createdAt));
}
