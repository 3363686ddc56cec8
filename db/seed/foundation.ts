import { and, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import type { Queryable, Transaction } from "../client";
import { menus } from "../schema/menus";
import { departments, users } from "../schema/organisation";
import { roles, userRoles } from "../schema/roles";

export interface RoleSeed {
  key: string;
  name: string;
  nameEn: string;
  type: "system" | "ordinary";
  description: string;
  permissions: string[];
}

export interface MenuSeed {
  key: string;
  type: "group" | "page";
  nameZh: string;
  nameEn: string;
  icon: string;
  path: string | null;
  permission: string | null;
  fixed: string | null;
  children: MenuSeed[];
}

/** Roles the product ships. Those that exist stay as administrators left them. */
export async function seedRoles(tx: Queryable, seeds: RoleSeed[]) {
  await tx.insert(roles).values(seeds).onConflictDoNothing();
}

/** The organisation's root, made once. Answers its id. */
export async function seedRootDepartment(tx: Queryable, name: string): Promise<string> {
  const [existing] = await tx.select({ id: departments.id }).from(departments).where(isNull(departments.parentId));
  if (existing) return existing.id;
  const id = v7();
  await tx.insert(departments).values({ id, name, path: `${id}/` });
  return id;
}

/** Entries the product owns. New ones join at their place; names, order and visibility stay as edited. */
export async function seedMenus(tx: Transaction, seeds: MenuSeed[], parentId: string | null = null): Promise<void> {
  for (const [sort, seed] of seeds.entries()) {
    const { children, ...row } = seed;
    const [inserted] = await tx
      .insert(menus)
      .values({ ...row, component: row.type === "page" ? row.key : null, parentId, sort: sort * 10 })
      .onConflictDoUpdate({ target: menus.key, set: { path: row.path, permission: row.permission, fixed: row.fixed } })
      .returning({ id: menus.id });
    await seedMenus(tx, children, inserted!.id);
  }
}

/** Menu entries of screens a newer build no longer has. A group with entries an administrator made becomes theirs. */
export async function removeUnknownMenus(tx: Queryable, keys: string[]) {
  const own = tx
    .select({ id: menus.parentId })
    .from(menus)
    .where(and(isNull(menus.key), isNotNull(menus.parentId)));
  await tx
    .update(menus)
    .set({ key: null })
    .where(and(eq(menus.type, "group"), notInArray(menus.key, keys), inArray(menus.id, own)));
  await tx.delete(menus).where(and(sql`${menus.key} is not null`, notInArray(menus.key, keys)));
}

/** Whether anybody holds the administrator role. */
export async function hasAdministrator(tx: Queryable): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(roles.key, "administrator"))
    .limit(1);
  return rows.length > 0;
}

export interface PersonSeed {
  account: string;
  name: string;
  passwordHash: string | null;
  mustChangePassword?: boolean;
  departmentId?: string | null;
  type?: "local" | "directory" | "sso" | "scim";
  roleKeys: string[];
}

/** A person with roles by their seed keys. Answers the id. */
export async function seedPerson(tx: Queryable, seed: PersonSeed): Promise<string> {
  const { roleKeys, ...row } = seed;
  const [user] = await tx.insert(users).values(row).returning({ id: users.id });
  const held = await tx.select({ id: roles.id }).from(roles).where(inArray(roles.key, roleKeys));
  if (held.length > 0) await tx.insert(userRoles).values(held.map((role) => ({ userId: user!.id, roleId: role.id })));
  return user!.id;
}
