import { and, between, count, countDistinct, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { secondFactors } from "../../schema/auth";
import { breakers } from "../../schema/gateway";
import { channels, modelDefaults, models, suppliers } from "../../schema/models";
import { apiKeys } from "../../schema/open-api";
import { operationLogs } from "../../schema/operation-log";
import { departments, users } from "../../schema/organisation";
import { roles, userRoles } from "../../schema/roles";
import { breakerIsOpen } from "../gateway/health";

/*
 * Figures of the system overview. Each is one short statement: the page asks all of them at once, and on the embedded
 * database they wait for one another.
 */
async function countIn(db: Queryable, table: PgTable, where?: SQL): Promise<number> {
  const [row] = await db.select({ count: count() }).from(table).where(where);
  return row?.count ?? 0;
}

/** Enabled models, and those of them that a supplier of the organisation's own serves. */
export async function countModels(db: Queryable, builtinTemplate: string) {
  const [row] = await db
    .select({
      all: countDistinct(models.id),
      connected: sql<number>`count(distinct ${models.id}) filter (where ${ne(suppliers.template, builtinTemplate)})::int`,
    })
    .from(models)
    .innerJoin(channels, eq(channels.modelId, models.id))
    .innerJoin(suppliers, eq(suppliers.id, channels.supplierId))
    .where(eq(models.enabled, true));
  return row ?? { all: 0, connected: 0 };
}

/** Types of the enabled models, and the purposes that have a default. */
export async function listModelPurposes(db: Queryable) {
  const types = await db.selectDistinct({ type: models.type }).from(models).where(eq(models.enabled, true));
  const defaults = await db.select({ purpose: modelDefaults.purpose }).from(modelDefaults);
  return { types: types.map(({ type }) => type), purposes: defaults.map(({ purpose }) => purpose as string) };
}

/** Suppliers in use whose last check failed. */
export function countFailingSuppliers(db: Queryable) {
  return countIn(db, suppliers, and(eq(suppliers.status, "enabled"), sql`${suppliers.checkError} is not null`));
}

/** Ways to models that are paused because they failed. */
export function countOpenBreakers(db: Queryable) {
  return countIn(db, breakers, breakerIsOpen);
}

export function countDepartments(db: Queryable) {
  return countIn(db, departments, eq(departments.status, "enabled"));
}

export function countEnabledPeople(db: Queryable) {
  return countIn(db, users, and(eq(users.status, "enabled"), isNull(users.anonymizedAt)));
}

export function countRoles(db: Queryable) {
  return countIn(db, roles);
}

/** Administrators who come in with a password alone. */
export async function countUnprotectedAdministrators(db: Queryable) {
  const [row] = await db
    .select({ count: countDistinct(users.id) })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), eq(roles.key, "administrator")))
    .innerJoin(users, eq(users.id, userRoles.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(
      and(
        eq(users.status, "enabled"),
        eq(users.type, "local"),
        isNull(users.anonymizedAt),
        isNull(secondFactors.confirmedAt),
      ),
    );
  return row?.count ?? 0;
}

/** Keys of the Open API that end within so many days, of one person or of all. */
export function countExpiringKeys(db: Queryable, days: number, userId?: string) {
  const soon = between(apiKeys.expiresAt, sql`now()`, sql`now() + make_interval(days => ${days}::int)`);
  const own = userId ? eq(apiKeys.userId, userId) : undefined;
  return countIn(db, apiKeys, and(eq(apiKeys.status, "enabled"), isNull(apiKeys.deletedAt), soon, own));
}

/** Failed logins of the last hour. */
export function countFailedLogins(db: Queryable) {
  const lately = sql`${operationLogs.createdAt} > now() - interval '1 hour'`;
  return countIn(
    db,
    operationLogs,
    and(eq(operationLogs.action, "auth.login"), ne(operationLogs.result, "success"), lately),
  );
}

/** Whether a row of the operation log has waited for its place in the chain for so many minutes. */
export async function hasLateSeal(db: Queryable, minutes: number) {
  const late = lt(operationLogs.createdAt, sql`now() - make_interval(mins => ${minutes}::int)`);
  const rows = await db
    .select({ id: operationLogs.id })
    .from(operationLogs)
    .where(and(isNull(operationLogs.sealedNo), late))
    .limit(1);
  return rows.length > 0;
}

/** Bytes of the whole database. */
export async function databaseSize(db: Queryable) {
  const { rows } = await db.execute<{ size: string }>(sql`select pg_database_size(current_database()) as size`);
  return Number(rows[0]?.size ?? 0);
}

/** Jobs that failed for good within a day, the most frequent kind first. */
export async function listFailedJobs(db: Queryable): Promise<{ name: string; count: number }[]> {
  const { rows: found } = await db.execute<{ there: boolean }>(
    sql`select to_regclass('pgboss.job') is not null as there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, count(*)::int as count from pgboss.job
      where state = 'failed' and completed_on > now() - interval '1 day'
      group by name order by 2 desc limit 10`,
  );
  return rows;
}
