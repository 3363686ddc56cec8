import { inArray, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { activationCodes } from "../../schema/auth";
import { departments, users } from "../../schema/organisation";
import { userRoles } from "../../schema/roles";

/** People who have one of these accounts, also those who left. */
export function findPeopleByAccount(db: Queryable, accounts: readonly string[]) {
  return db
    .select({
      ...columnsOf(users, "id", "account", "name", "type", "status", "departmentId", "phone", "email", "anonymizedAt"),
    })
    .from(users)
    .where(inArray(users.account, [...accounts]));
}

export interface PersonValues {
  id: string;
  name: string;
  departmentId: string | null;
  phone: string | null;
  email: string | null;
  status: string;
}

/** Gives each person values of their own, in one statement. */
export async function updatePeopleEach(db: Queryable, rows: readonly PersonValues[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (key: keyof PersonValues) => sql.param(rows.map((row) => row[key]));
  await db.execute(sql`update ${users} set name = v.name, department_id = v.department_id, phone = v.phone,
      email = v.email, status = v.status, updated_at = now()
    from unnest(${column("id")}::uuid[], ${column("name")}::text[], ${column("departmentId")}::uuid[],
      ${column("phone")}::text[], ${column("email")}::text[], ${column("status")}::text[])
      as v (id, name, department_id, phone, email, status)
    where ${users.id} = v.id`);
}

export interface NewPersonRow extends PersonValues {
  account: string;
}

/** Makes people who come in by a code, in one statement: arrays are far quicker to send than a parameter a value. */
export async function insertPeopleAwaiting(db: Queryable, rows: readonly NewPersonRow[]): Promise<void> {
  if (rows.length === 0) return;
  const column = (key: keyof NewPersonRow) => sql.param(rows.map((row) => row[key]));
  await db.execute(sql`insert into ${users} (id, account, name, department_id, phone, email, status, must_change_password)
    select v.*, true from unnest(${column("id")}::uuid[], ${column("account")}::text[], ${column("name")}::text[],
      ${column("departmentId")}::uuid[], ${column("phone")}::text[], ${column("email")}::text[],
      ${column("status")}::text[]) v`);
}

/** The same one-time codes and roles rows as elsewhere, sent as arrays. */
export async function insertCodesAndRoles(
  db: Queryable,
  people: readonly { id: string; codeHash: string; expiresAt: Date; roleIds: readonly string[] }[],
): Promise<void> {
  if (people.length === 0) return;
  const column = (key: "id" | "codeHash") => sql.param(people.map((row) => row[key]));
  const expiry = sql.param(people.map(({ expiresAt }) => expiresAt.toISOString()));
  await db.execute(sql`insert into ${activationCodes} (user_id, code_hash, expires_at)
    select c.* from unnest(${column("id")}::uuid[], ${column("codeHash")}::text[], ${expiry}::timestamptz[]) c`);
  const held = people.flatMap(({ id, roleIds }) => roleIds.map((roleId) => [id, roleId] as const));
  await db.execute(sql`insert into ${userRoles} (user_id, role_id)
    select r.* from unnest(${sql.param(held.map(([id]) => id))}::uuid[], ${sql.param(held.map(([, roleId]) => roleId))}::uuid[]) r`);
}

/** Puts new departments in, those above before those below. */
export async function insertDepartments(
  db: Queryable,
  rows: readonly (typeof departments.$inferInsert)[],
): Promise<void> {
  const CHUNK = 500;
  for (let at = 0; at < rows.length; at += CHUNK) await db.insert(departments).values(rows.slice(at, at + CHUNK));
}

/** Gives each department a status and a place of its own, in one statement. */
export async function updateDepartmentsEach(
  db: Queryable,
  rows: readonly { id: string; status: string; sort: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`update ${departments} set status = v.status, sort = v.sort, updated_at = now()
    from unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ status }) => status))}::text[],
      ${sql.param(rows.map(({ sort }) => sort))}::int[]) as v (id, status, sort)
    where ${departments.id} = v.id`);
}
