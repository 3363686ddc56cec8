import { asc, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { models } from "../../schema/models";
import { apiKeys } from "../../schema/open-api";
import { departments, users } from "../../schema/organisation";
import { usageDaily } from "../../schema/reports";

const pattern = (text: string) => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export function listUserNames(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: users.id, name: users.name, account: users.account, department: departments.name })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(inArray(users.id, [...ids]));
}

export function listDepartmentNames(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: departments.id, name: departments.name, path: departments.path })
    .from(departments)
    .where(inArray(departments.id, [...ids]));
}

export function listKeyNames(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint, deletedAt: apiKeys.deletedAt })
    .from(apiKeys)
    .where(inArray(apiKeys.id, [...ids]));
}

export function listModelNames(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({ id: models.id, name: models.name, type: models.type })
    .from(models)
    .where(inArray(models.id, [...ids]));
}

/** The names deleted models were last called by. */
export async function listLastModelNames(
  db: Queryable,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const found = ids.map((id) =>
    db
      .select({ id: usageDaily.modelId, name: usageDaily.modelName })
      .from(usageDaily)
      .where(eq(usageDaily.modelId, id))
      .orderBy(sql`${usageDaily.day} desc`)
      .limit(1),
  );
  return (await Promise.all(found)).flat();
}

/** People by name or account; every kind of choice has a limit. */
export function searchUsers(db: Queryable, keyword: string, limit: number) {
  return db
    .select({ id: users.id, name: users.name, account: users.account })
    .from(users)
    .where(keyword ? or(ilike(users.name, pattern(keyword)), ilike(users.account, pattern(keyword))) : undefined)
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit);
}

export function searchDepartments(db: Queryable, keyword: string, limit: number) {
  return db
    .select({ id: departments.id, name: departments.name })
    .from(departments)
    .where(keyword ? ilike(departments.name, pattern(keyword)) : undefined)
    .orderBy(asc(departments.path))
    .limit(limit);
}

export function searchModels(db: Queryable, keyword: string, limit: number) {
  return db
    .select({ id: models.id, name: models.name })
    .from(models)
    .where(keyword ? ilike(models.name, pattern(keyword)) : undefined)
    .orderBy(asc(models.name))
    .limit(limit);
}

export function searchKeys(db: Queryable, keyword: string, limit: number) {
  return db
    .select({ id: apiKeys.id, name: apiKeys.name, hint: apiKeys.hint })
    .from(apiKeys)
    .where(keyword ? ilike(apiKeys.name, pattern(keyword)) : undefined)
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))
    .limit(limit);
}
