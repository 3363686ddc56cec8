import { and, asc, eq, ilike, inArray, isNull, or, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { likePattern } from "../../like";
import { apiKeys } from "../../schema/open-api";
import { departments, users } from "../../schema/organisation";
import { roles } from "../../schema/roles";

export interface SubjectRow {
  id: string;
  name: string;
  /** What tells two of one name apart. */
  detail: string;
}

export type SubjectKind = "user" | "department" | "role" | "key";

/** People, departments, roles or keys that a word finds, or that have these ids. */
export async function findSubjects(
  db: Queryable,
  kind: SubjectKind,
  by: { keyword: string; limit: number } | { ids: readonly string[] },
): Promise<SubjectRow[]> {
  const most = "ids" in by ? by.ids.length : by.limit;
  if (most === 0) return [];
  const pattern = "keyword" in by ? likePattern(by.keyword) : "";
  if (kind === "user") {
    const wanted =
      "ids" in by
        ? inArray(users.id, [...by.ids])
        : and(isNull(users.anonymizedAt), or(ilike(users.name, pattern), ilike(users.account, pattern)));
    return db
      .select({ id: users.id, name: users.name, detail: users.account })
      .from(users)
      .where(wanted)
      .orderBy(asc(users.name), asc(users.id))
      .limit(most);
  }
  if (kind === "department") {
    const wanted = "ids" in by ? inArray(departments.id, [...by.ids]) : ilike(departments.name, pattern);
    return db
      .select({ id: departments.id, name: departments.name, detail: sql<string>`''` })
      .from(departments)
      .where(wanted)
      .orderBy(asc(departments.name), asc(departments.id))
      .limit(most);
  }
  if (kind === "role") {
    const wanted =
      "ids" in by ? inArray(roles.id, [...by.ids]) : or(ilike(roles.name, pattern), ilike(roles.nameEn, pattern));
    return db
      .select({ id: roles.id, name: roles.name, detail: sql<string>`coalesce(${roles.nameEn}, '')` })
      .from(roles)
      .where(wanted)
      .orderBy(asc(roles.name), asc(roles.id))
      .limit(most);
  }
  const wanted =
    "ids" in by
      ? inArray(apiKeys.id, [...by.ids])
      : and(
          isNull(apiKeys.deletedAt),
          or(ilike(apiKeys.name, pattern), ilike(apiKeys.hint, pattern), ilike(users.name, pattern)),
        );
  return db
    .select({ id: apiKeys.id, name: apiKeys.name, detail: users.name })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(wanted)
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))
    .limit(most);
}
