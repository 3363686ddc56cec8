import { and, asc, count, eq, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Visibility } from "@/lib/config/visibility";
import type { Queryable } from "../../client";
import { correlated } from "../../correlated";
import { likePattern } from "../../like";
import { departments, users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";
import { departmentIsOpen } from "../organisation/departments";
import type { Grant } from "../permissions/grants";

/** Whom a base is shown to: as it is stored, or as somebody is about to change it. */
export interface Reach {
  ownerId: string;
  visibility: Visibility;
  grants: readonly Grant[];
}

const none = sql<boolean>`false`;
const uuids = (ids: readonly string[]) => sql.param(`{${ids.join(",")}}`);

/** Whether a person stands in one of these grants: by name, by a role, by their department or one above it. */
function namedBy(grants: readonly Grant[]): SQL<boolean> {
  const ids = (type: Grant["subjectType"]) =>
    grants.flatMap(({ subjectType, subjectId }) => (subjectType === type ? [subjectId] : []));
  const [people, held, above] = [ids("user"), ids("role"), ids("department")];
  const ways = [
    people.length > 0 ? inArray(users.id, people) : undefined,
    held.length > 0
      ? sql`exists (select 1 from ${userRoles} where ${userRoles.userId} = ${users.id} and ${inArray(userRoles.roleId, held)})`
      : undefined,
    above.length > 0
      ? sql`string_to_array(rtrim(${departments.path}, '/'), '/') && ${uuids(above)}::text[]`
      : undefined,
  ].filter((way) => way !== undefined);
  return ways.length > 0 ? sql<boolean>`coalesce(${or(...ways)}, false)` : none;
}

/** Whether a person may use the base, by the rules of `visibleBase`. */
function reaches({ ownerId, visibility, grants }: Reach): SQL<boolean> {
  if (visibility === "all") return sql<boolean>`true`;
  const isOwner = eq(users.id, ownerId);
  return visibility === "self" ? sql<boolean>`${isOwner}` : sql<boolean>`(${isOwner} or ${namedBy(grants)})`;
}

/** Whether a person may change the base, by the rules of `managedBase`. */
function manages({ ownerId, visibility, grants }: Reach): SQL<boolean> {
  const isOwner = eq(users.id, ownerId);
  if (visibility === "self") return sql<boolean>`${isOwner}`;
  return sql<boolean>`(${isOwner} or ${namedBy(grants.filter(({ right }) => right === "manage"))})`;
}

/** Whether one of a person's roles gives one of these codes; that of administrators gives all. */
function holds(codes: readonly string[]): SQL<boolean> {
  return correlated(
    sql<boolean>`exists (select 1 from ${userRoles} join ${roles} on ${roles.id} = ${userRoles.roleId}
      where ${userRoles.userId} = ${users.id}
        and (${roles.key} = 'administrator' or ${roles.permissions} && ${sql.param(`{${codes.map((code) => `"${code}"`).join(",")}}`)}::text[]))`,
  );
}

/** Who can come in at all. */
const isIn = and(eq(users.status, "enabled"), isNull(users.anonymizedAt), departmentIsOpen);

/** Codes that open bases, and the one that also changes them. */
export interface ReachCodes {
  use: readonly string[];
  manage: readonly string[];
}

const columns = (reach: Reach, codes: ReachCodes) => ({
  id: users.id,
  name: users.name,
  account: users.account,
  status: users.status,
  department: departments.name,
  departmentPath: departments.path,
  isOpen: sql<boolean>`${departmentIsOpen}`,
  reaches: reaches(reach),
  manages: manages(reach),
  mayUse: holds(codes.use),
  mayManage: holds(codes.manage),
});

const named = (keyword: string | undefined) => {
  const pattern = keyword ? likePattern(keyword) : null;
  return pattern ? or(ilike(users.name, pattern), ilike(users.account, pattern)) : undefined;
};

/** People who can come in and whom the base reaches; those who may change it first. */
export async function listReached(
  db: Queryable,
  reach: Reach,
  codes: ReachCodes,
  { keyword, limit, offset }: { keyword?: string; limit: number; offset: number },
) {
  const where = and(isIn, reaches(reach), named(keyword));
  const rows = await db
    .select(columns(reach, codes))
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(where)
    .orderBy(sql`${manages(reach)} desc`, asc(users.name), asc(users.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count(), able: sql<number>`(count(*) filter (where ${holds(codes.use)}))::int` })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(where);
  return { rows, total: counted?.total ?? 0, able: counted?.able ?? 0 };
}
export type ReachedRow = Awaited<ReturnType<typeof listReached>>["rows"][number];

/** One person as the base sees them, whether it reaches them or not; null for one who is gone. */
export async function findReached(db: Queryable, reach: Reach, codes: ReachCodes, userId: string) {
  const [row] = await db
    .select(columns(reach, codes))
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(eq(users.id, userId), isNull(users.anonymizedAt)));
  return row ?? null;
}

/** Roles of some people, by person. */
export async function listRolesOf(db: Queryable, userIds: readonly string[]): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .select({ userId: userRoles.userId, roleId: userRoles.roleId })
    .from(userRoles)
    .where(inArray(userRoles.userId, [...userIds]));
  const held = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...held].map(([userId, of]) => [userId, of.map(({ roleId }) => roleId)]));
}

/** How many people can use a base before and after a change, who gains and who loses it; some of them by name. */
export async function compareReach(db: Queryable, from: Reach, to: Reach, codes: ReachCodes, namesShown: number) {
  const before = sql<boolean>`(${reaches(from)} and ${holds(codes.use)})`;
  const after = sql<boolean>`(${reaches(to)} and ${holds(codes.use)})`;
  const gains = sql<boolean>`(${after} and not ${before})`;
  const loses = sql<boolean>`(${before} and not ${after})`;
  const counted = (which: SQL<boolean>) => sql<number>`(count(*) filter (where ${which}))::int`;
  const [counts] = await db
    .select({ before: counted(before), after: counted(after), gained: counted(gains), lost: counted(loses) })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(isIn);
  const names = async (which: SQL<boolean>) => {
    const rows = await db
      .select({ name: users.name })
      .from(users)
      .leftJoin(departments, eq(departments.id, users.departmentId))
      .where(and(isIn, which))
      .orderBy(asc(users.name), asc(users.id))
      .limit(namesShown);
    return rows.map(({ name }) => name);
  };
  return { ...counts!, gaining: await names(gains), losing: await names(loses) };
}

/** People who can come in and whose roles give one of these codes, by a word. */
export function findHolders(db: Queryable, codes: readonly string[], by: { keyword: string; limit: number }) {
  return db
    .select({ id: users.id, name: users.name, detail: users.account })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(and(isIn, holds(codes), named(by.keyword)))
    .orderBy(asc(users.name), asc(users.id))
    .limit(by.limit);
}
