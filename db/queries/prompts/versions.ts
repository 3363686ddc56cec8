import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { users } from "../../schema/organisation";
import { promptCategories, prompts, promptVersions } from "../../schema/prompts";

/** Callers have seen the prompt in their scope before. */
export function listVersions(db: Queryable, promptId: string, limit: number) {
  return db
    .select({
      ...columnsOf(promptVersions, "version", "name", "note"),
      author: users.name,
      createdAt: promptVersions.createdAt,
    })
    .from(promptVersions)
    .leftJoin(users, eq(users.id, promptVersions.authorId))
    .where(eq(promptVersions.promptId, promptId))
    .orderBy(desc(promptVersions.version))
    .limit(limit);
}

export async function findVersion(db: Queryable, promptId: string, version: number) {
  const [row] = await db
    .select({
      ...columnsOf(promptVersions, "version", "name", "description", "content", "roleName", "variables", "note"),
      author: users.name,
      createdAt: promptVersions.createdAt,
    })
    .from(promptVersions)
    .leftJoin(users, eq(users.id, promptVersions.authorId))
    .where(and(eq(promptVersions.promptId, promptId), eq(promptVersions.version, version)));
  return row ?? null;
}

export async function insertVersion(db: Queryable, row: typeof promptVersions.$inferInsert): Promise<void> {
  await db.insert(promptVersions).values(row);
}

const CATEGORY_LOCK = 7_205_759_451;

/** The organisation's kinds: changed by one at a time. */
export async function lockCategories(db: Queryable): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${CATEGORY_LOCK})`);
}

/** Kinds in their order, with how many prompts are in each. */
export function listCategories(db: Queryable) {
  const inIt = db
    .select({ categoryId: prompts.categoryId, count: count().as("count") })
    .from(prompts)
    .where(isNull(prompts.deletedAt))
    .groupBy(prompts.categoryId)
    .as("in_it");
  return db
    .select({
      ...columnsOf(promptCategories, "id", "key", "nameZh", "nameEn", "sort"),
      prompts: sql<number>`coalesce(${inIt.count}, 0)`.mapWith(Number),
    })
    .from(promptCategories)
    .leftJoin(inIt, eq(inIt.categoryId, promptCategories.id))
    .orderBy(asc(promptCategories.sort), asc(promptCategories.id))
    .limit(200);
}

export async function findCategory(db: Queryable, id: string) {
  const [row] = await db
    .select({ id: promptCategories.id, nameZh: promptCategories.nameZh, nameEn: promptCategories.nameEn })
    .from(promptCategories)
    .where(eq(promptCategories.id, id));
  return row ?? null;
}

export async function insertCategory(db: Queryable, row: { nameZh: string; nameEn: string; sort: number }) {
  const [made] = await db.insert(promptCategories).values(row).returning({ id: promptCategories.id });
  return made!.id;
}

export async function updateCategory(
  db: Queryable,
  id: string,
  patch: { nameZh: string; nameEn: string },
): Promise<void> {
  await db
    .update(promptCategories)
    .set({ nameZh: patch.nameZh, nameEn: patch.nameEn })
    .where(eq(promptCategories.id, id));
}

export async function removeCategory(db: Queryable, id: string): Promise<void> {
  await db.delete(promptCategories).where(eq(promptCategories.id, id));
}

/** Gives kinds the order of the list, in one statement. */
export async function orderCategories(db: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(
    sql`update ${promptCategories} set sort = place.no * 10
      from unnest(${sql.param([...ids])}::uuid[]) with ordinality as place (id, no) where ${promptCategories.id} = place.id`,
  );
}
