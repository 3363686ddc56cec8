import { and, arrayContains, asc, eq, gte, ilike, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { usageLedger } from "../../schema/models";
import { apiKeys } from "../../schema/open-api";
import { departments } from "../../schema/organisation";
import { grants } from "../../schema/permissions";
import { usageDaily } from "../../schema/reports";
import { roles } from "../../schema/roles";
import { mcpServers, tools } from "../../schema/tools";

export type SubjectType = "role" | "department";

/** Roles and departments a model of partial visibility is shown to. */
export async function listModelSubjects(db: Queryable, modelId: string) {
  const [ofRoles, ofDepartments] = await Promise.all([
    db
      .select({ id: roles.id, name: roles.name, nameEn: roles.nameEn })
      .from(grants)
      .innerJoin(roles, eq(roles.id, grants.subjectId))
      .where(subjectsOf(modelId, "role"))
      .orderBy(asc(roles.createdAt), asc(roles.id)),
    db
      .select({ id: departments.id, name: departments.name })
      .from(grants)
      .innerJoin(departments, eq(departments.id, grants.subjectId))
      .where(subjectsOf(modelId, "department"))
      .orderBy(asc(departments.path)),
  ]);
  return { roles: ofRoles, departments: ofDepartments };
}

function subjectsOf(modelId: string, type: SubjectType) {
  return and(eq(grants.resourceType, "model"), eq(grants.resourceId, modelId), eq(grants.subjectType, type));
}

/** Which of some departments models are shown to, and to how many roles; models of everybody have no rows. */
export async function listModelReach(db: Queryable, departmentIds: readonly string[]) {
  const ofModels = eq(grants.resourceType, "model");
  const ofDepartments = await db
    .select({ modelId: grants.resourceId, departmentId: grants.subjectId })
    .from(grants)
    .where(and(ofModels, eq(grants.subjectType, "department"), inArray(grants.subjectId, [...departmentIds])));
  const ofRoles = await db
    .select({ modelId: grants.resourceId, count: sql<number>`count(*)::int` })
    .from(grants)
    .innerJoin(roles, eq(roles.id, grants.subjectId))
    .where(and(ofModels, eq(grants.subjectType, "role")))
    .groupBy(grants.resourceId);
  return { departments: ofDepartments, roles: new Map(ofRoles.map(({ modelId, count }) => [modelId, count])) };
}

/** How many of these roles or departments exist. */
export async function countSubjects(db: Queryable, type: SubjectType, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const table = type === "role" ? roles : departments;
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(table).where(inArray(table.id, ids));
  return row?.count ?? 0;
}

/** Roles by a part of their name in either language. */
export function searchRoles(db: Queryable, keyword: string, limit: number) {
  const pattern = `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
  return db
    .select({ id: roles.id, name: roles.name, nameEn: roles.nameEn })
    .from(roles)
    .where(keyword ? or(ilike(roles.name, pattern), ilike(roles.nameEn, pattern)) : undefined)
    .orderBy(asc(roles.createdAt), asc(roles.id))
    .limit(limit);
}

/** Live keys of the Open API that reach certain models only, this one among them. */
export function listKeysLimitedTo(db: Queryable, modelId: string) {
  return db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(and(isNull(apiKeys.deletedAt), eq(apiKeys.status, "enabled"), arrayContains(apiKeys.modelIds, [modelId])))
    .orderBy(asc(apiKeys.name));
}

/** Tools and tool servers that certain models only may use, this one among them. */
export async function listToolsLimitedTo(db: Queryable, modelId: string): Promise<{ name: string }[]> {
  const own = await db
    .select({ name: tools.key })
    .from(tools)
    .where(and(eq(tools.enabled, true), arrayContains(tools.modelIds, [modelId])));
  const servers = await db
    .select({ name: mcpServers.name })
    .from(mcpServers)
    .where(and(eq(mcpServers.enabled, true), arrayContains(mcpServers.modelIds, [modelId])));
  return [...own, ...servers];
}

/** Calls of a model since a day and the people who made them; calls of `exceptApp` aside. */
export async function countCallsSince(db: Queryable, modelId: string, day: string, exceptApp: string) {
  const summed = await db
    .select({ userId: usageDaily.userId, calls: sql<number>`sum(${usageDaily.calls})::int` })
    .from(usageDaily)
    .where(and(eq(usageDaily.modelId, modelId), gte(usageDaily.day, day), ne(usageDaily.app, exceptApp)))
    .groupBy(usageDaily.userId);
  // The rollup follows some seconds behind.
  const fresh = await db
    .select({ userId: usageLedger.userId, calls: sql<number>`count(*)::int` })
    .from(usageLedger)
    .where(
      and(
        sql`${usageLedger.settledAt} is not null and not ${usageLedger.rolledUp}`,
        eq(usageLedger.modelId, modelId),
        ne(usageLedger.app, exceptApp),
      ),
    )
    .groupBy(usageLedger.userId);
  const all = [...summed, ...fresh];
  return {
    calls: all.reduce((sum, row) => sum + row.calls, 0),
    people: new Set(all.map(({ userId }) => userId)).size,
  };
}
