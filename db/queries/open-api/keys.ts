import { and, asc, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { pageOf } from "../../page";
import { apiKeys } from "../../schema/open-api";
import { departments, users } from "../../schema/organisation";
import { usageTotals } from "../../schema/reports";
import { heldRights } from "../auth/identity";
import { departmentIsOpen } from "../organisation/departments";

/** Whose keys an actor sees: a person's own, or everybody's. */
export type KeyScope = { userId: string } | "all";

function within(scope: KeyScope): SQL | undefined {
  return and(isNull(apiKeys.deletedAt), scope === "all" ? undefined : eq(apiKeys.userId, scope.userId));
}

const columns = {
  id: apiKeys.id,
  userId: apiKeys.userId,
  owner: users.name,
  ...columnsOf(
    apiKeys,
    "name",
    "hint",
    "scopes",
    "modelIds",
    "baseIds",
    "addresses",
    "requestsPerMinute",
    "tokensPerMinute",
  ),
  ...columnsOf(apiKeys, "dailyTokenLimit", "expiresAt", "status", "lastUsedAt", "lastUsedAddress", "createdAt"),
};

const SORTS = { name: apiKeys.name, lastUsedAt: apiKeys.lastUsedAt, createdAt: apiKeys.createdAt };
export type KeySort = keyof typeof SORTS;

interface KeyPage {
  page: number;
  pageSize: number;
  keyword?: string;
  status?: "enabled" | "disabled";
  sort: KeySort;
  descending: boolean;
}

/** A page of keys, with how many there are. */
export async function listApiKeys(db: Queryable, scope: KeyScope, filter: KeyPage) {
  const pattern = filter.keyword && `%${filter.keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const where = and(
    within(scope),
    filter.status ? eq(apiKeys.status, filter.status) : undefined,
    pattern ? or(ilike(apiKeys.name, pattern), ilike(users.name, pattern), ilike(apiKeys.hint, pattern)) : undefined,
  );
  const order = filter.descending ? desc(SORTS[filter.sort]) : asc(SORTS[filter.sort]);
  const list = db.select(columns).from(apiKeys).innerJoin(users, eq(users.id, apiKeys.userId)).where(where).$dynamic();
  return pageOf(db, list, filter, sql`${order} nulls last`, desc(apiKeys.id));
}

export async function findApiKeyOf(db: Queryable, scope: KeyScope, id: string) {
  const [row] = await db
    .select(columns)
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(and(within(scope), eq(apiKeys.id, id)));
  return row ?? null;
}

/** Keys a person has; the caller holds the person's lock, so that a limit holds. */
export function countApiKeys(db: Queryable, userId: string): Promise<number> {
  return db.$count(apiKeys, within({ userId }));
}

export async function insertApiKey(db: Queryable, row: typeof apiKeys.$inferInsert): Promise<string> {
  const [inserted] = await db.insert(apiKeys).values(row).returning({ id: apiKeys.id });
  return inserted!.id;
}

export async function updateApiKey(
  db: Queryable,
  id: string,
  patch: Partial<typeof apiKeys.$inferInsert>,
): Promise<void> {
  await db.update(apiKeys).set(patch).where(eq(apiKeys.id, id));
}

/** What keys used since a day, and this month: from the rollups. */
export async function listKeyUsage(db: Queryable, ids: string[], today: string) {
  if (ids.length === 0) return [];
  const month = `${today.slice(0, 7)}-01`;
  const isToday = sql`${usageTotals.grain} = 'day' and ${usageTotals.period} = ${today}::date`;
  const isMonth = sql`${usageTotals.grain} = 'month' and ${usageTotals.period} = ${month}::date`;
  const tokens = sql`${usageTotals.inputTokens} + ${usageTotals.outputTokens}`;
  const sum = (value: SQL, when: SQL) => sql<number>`coalesce(sum(${value}) filter (where ${when}), 0)::float8`;
  return db
    .select({
      key: usageTotals.key,
      callsToday: sum(sql`${usageTotals.calls}`, isToday),
      tokensToday: sum(tokens, isToday),
      callsMonth: sum(sql`${usageTotals.calls}`, isMonth),
      tokensMonth: sum(tokens, isMonth),
      costMonth: sum(sql`${usageTotals.costMicros}`, isMonth),
      unpricedMonth: sum(sql`${usageTotals.unpriced}`, isMonth),
    })
    .from(usageTotals)
    .where(and(eq(usageTotals.dimension, "key"), inArray(usageTotals.key, ids), or(isToday, isMonth)))
    .groupBy(usageTotals.key);
}

export async function listApiKeyNames(db: Queryable, userId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ name: apiKeys.name })
    .from(apiKeys)
    .where(within({ userId }))
    .orderBy(asc(apiKeys.name), asc(apiKeys.id))
    .limit(limit);
  return rows.map(({ name }) => name);
}

/**
 * Keys change hands; what they used stays where it was counted. A secret that others know would work with the new owner's
 * rights, so it ends: the keys are off, and no hash of a secret is what stands in the table until one is made anew.
 */
export async function giveApiKeys(db: Queryable, from: string, to: string): Promise<void> {
  await db
    .update(apiKeys)
    .set({
      userId: to,
      status: "disabled",
      secretHash: sql`'none:' || gen_random_uuid()`,
      hint: "",
      updatedAt: new Date(),
    })
    .where(within({ userId: from }));
}

export async function disableApiKeysOf(db: Queryable, userId: string): Promise<void> {
  await db.update(apiKeys).set({ status: "disabled", updatedAt: new Date() }).where(within({ userId }));
}

/** A key by its secret's hash, with the person it belongs to; null unless both may come in now. */
export async function findLiveApiKey(db: Queryable, by: { secretHash: string } | { id: string }) {
  const [row] = await db
    .select({
      ...columnsOf(apiKeys, "id", "name", "scopes", "modelIds", "baseIds", "addresses"),
      ...columnsOf(apiKeys, "requestsPerMinute", "tokensPerMinute", "dailyTokenLimit", "lastUsedAt"),
      userId: users.id,
      account: users.account,
      userName: users.name,
      language: users.language,
      departmentId: users.departmentId,
      departmentPath: departments.path,
      roles: heldRights,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(
      and(
        "id" in by ? eq(apiKeys.id, by.id) : eq(apiKeys.secretHash, by.secretHash),
        isNull(apiKeys.deletedAt),
        eq(apiKeys.status, "enabled"),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql`now()`)),
        eq(users.status, "enabled"),
        isNull(users.anonymizedAt),
        departmentIsOpen,
      ),
    );
  return row ?? null;
}

export async function touchApiKey(db: Queryable, id: string, address: string): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: new Date(), lastUsedAddress: address }).where(eq(apiKeys.id, id));
}
