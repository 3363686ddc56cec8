import { and, eq, inArray } from "drizzle-orm";
import type { Queryable } from "../../client";
import { externalDepartments } from "../../schema/directory-sync";
import { users } from "../../schema/organisation";
import { roles } from "../../schema/roles";

/** Departments here of departments there, in the order asked for. */
export async function listMappedDepartments(db: Queryable, channelId: string, externalIds: readonly string[]) {
  if (externalIds.length === 0) return [];
  const rows = await db
    .select({ externalId: externalDepartments.externalId, departmentId: externalDepartments.departmentId })
    .from(externalDepartments)
    .where(
      and(eq(externalDepartments.channelId, channelId), inArray(externalDepartments.externalId, [...externalIds])),
    );
  const place = new Map(externalIds.map((id, index) => [id, index]));
  return rows.sort((a, b) => (place.get(a.externalId) ?? 0) - (place.get(b.externalId) ?? 0));
}

/** Makes a person who signs in elsewhere; false when the account name is somebody's already. */
export async function insertOutsidePerson(
  db: Queryable,
  row: Omit<typeof users.$inferInsert, "passwordHash" | "mustChangePassword">,
): Promise<boolean> {
  const rows = await db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
  return rows.length > 0;
}

/** The roles among these that are still there. */
export async function existingRoleIds(db: Queryable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ id: roles.id })
    .from(roles)
    .where(inArray(roles.id, [...ids]));
  return rows.map((row) => row.id);
}
