import { and, asc, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { correlated } from "../../correlated";
import { anyOf } from "../../one-of";
import { departments, users } from "../../schema/organisation";
import { grants } from "../../schema/permissions";
import { roles } from "../../schema/roles";

export type GrantRight = (typeof grants.$inferSelect)["right"];
export type GrantSubject = (typeof grants.$inferSelect)["subjectType"];

export interface Grant {
  subjectType: GrantSubject;
  subjectId: string;
  right: GrantRight;
}

/** What of a person a grant may name: themselves, their roles, their department and those above it (ARCHITECTURE 9). */
export interface GrantedSubjects {
  userId: string;
  roleIds: readonly string[];
  departmentIds: readonly string[];
  /** Of a key that reaches some knowledge bases only: these. */
  baseIds?: readonly string[];
}

/** Whether a grant of one of these rights reaches the person; for a where-clause over the resource's rows. */
export function isGranted(
  resourceType: string,
  resourceId: AnyPgColumn,
  { userId, roleIds, departmentIds }: GrantedSubjects,
  rights: readonly GrantRight[],
): SQL {
  const of = (type: GrantSubject, ids: readonly string[]) =>
    ids.length > 0 ? and(eq(grants.subjectType, type), anyOf(grants.subjectId, ids)) : undefined;
  const reaching = or(of("user", [userId]), of("role", roleIds), of("department", departmentIds));
  return correlated(
    sql`exists (select 1 from ${grants} where ${and(
      eq(grants.resourceType, resourceType),
      eq(grants.resourceId, resourceId),
      inArray(grants.right, [...rights]),
      reaching,
    )})`,
  );
}

/** The grants of a resource become these; with `of` those to another kind of subject stay. */
export async function replaceGrants(
  db: Queryable,
  { type, id, of }: { type: string; id: string; of?: GrantSubject },
  granted: readonly Grant[],
): Promise<void> {
  const ofKind = of ? eq(grants.subjectType, of) : undefined;
  await db.delete(grants).where(and(eq(grants.resourceType, type), eq(grants.resourceId, id), ofKind));
  if (granted.length === 0) return;
  await db.insert(grants).values(granted.map((grant) => ({ ...grant, resourceType: type, resourceId: id })));
}

/** Grants that let these see a resource. */
export const viewGrants = (subjectType: GrantSubject, ids: readonly string[]): Grant[] =>
  ids.map((subjectId) => ({ subjectType, subjectId, right: "view" }));

interface SubjectGrants {
  resourceType: string;
  subject: { type: GrantSubject; id: string };
  resourceIds: readonly string[];
}

/** Shows resources to somebody; what they see already stays as it is. */
export async function addViewGrants(db: Queryable, { resourceType, subject, resourceIds }: SubjectGrants) {
  if (resourceIds.length === 0) return;
  const [grant] = viewGrants(subject.type, [subject.id]);
  await db
    .insert(grants)
    .values(resourceIds.map((resourceId) => ({ ...grant!, resourceType, resourceId })))
    .onConflictDoNothing();
}

export async function removeSubjectGrants(db: Queryable, { resourceType, subject, resourceIds }: SubjectGrants) {
  if (resourceIds.length === 0) return;
  await db
    .delete(grants)
    .where(
      and(
        eq(grants.resourceType, resourceType),
        inArray(grants.resourceId, [...resourceIds]),
        eq(grants.subjectType, subject.type),
        eq(grants.subjectId, subject.id),
      ),
    );
}

export async function removeGrants(db: Queryable, resourceType: string, ids: readonly string[]): Promise<void> {
  await db.delete(grants).where(and(eq(grants.resourceType, resourceType), inArray(grants.resourceId, [...ids])));
}

/** Grants of a resource with the names they are shown by; those of somebody or something that is gone are left out. */
export async function listNamedGrants(db: Queryable, resourceType: string, resourceId: string) {
  const name = sql<string | null>`coalesce(${users.name}, ${roles.name}, ${departments.name})`;
  const rows = await db
    .select({
      ...columnsOf(grants, "subjectType", "subjectId", "right"),
      name,
      detail: sql<string>`coalesce(${users.account}, ${roles.nameEn}, '')`,
    })
    .from(grants)
    .leftJoin(users, and(eq(grants.subjectType, "user"), eq(users.id, grants.subjectId)))
    .leftJoin(roles, and(eq(grants.subjectType, "role"), eq(roles.id, grants.subjectId)))
    .leftJoin(departments, and(eq(grants.subjectType, "department"), eq(departments.id, grants.subjectId)))
    .where(and(eq(grants.resourceType, resourceType), eq(grants.resourceId, resourceId)))
    .orderBy(asc(grants.subjectType), asc(name), asc(grants.subjectId));
  return rows.flatMap((row) => (row.name === null ? [] : [{ ...row, name: row.name }]));
}
