import { asc, eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../../client";
import { columnsOf } from "../../columns";
import { appCategories, appFolders } from "../../schema/apps";

const columns = columnsOf(appCategories, "id", "nameZh", "nameEn");

/** Categories of the square, in their order. */
export function listCategories(db: Queryable) {
  return db.select(columns).from(appCategories).orderBy(asc(appCategories.sort), asc(appCategories.id));
}

export async function findCategory(db: Queryable, id: string) {
  const [row] = await db.select(columns).from(appCategories).where(eq(appCategories.id, id));
  return row ?? null;
}

export async function insertCategory(tx: Transaction, row: { nameZh: string; nameEn: string }) {
  const next = sql<number>`(select coalesce(max(${appCategories.sort}), 0) + 1 from ${appCategories})`;
  const [made] = await tx
    .insert(appCategories)
    .values({ ...row, sort: next })
    .returning({ id: appCategories.id });
  return made!;
}

export async function updateCategory(tx: Transaction, id: string, patch: { nameZh?: string; nameEn?: string }) {
  await tx.update(appCategories).set(patch).where(eq(appCategories.id, id));
}

export async function removeCategory(tx: Transaction, id: string) {
  await tx.delete(appCategories).where(eq(appCategories.id, id));
}

/** Categories stand in this order. */
export async function orderCategories(tx: Transaction, ids: readonly string[]) {
  for (const [sort, id] of ids.entries()) {
    await tx.update(appCategories).set({ sort }).where(eq(appCategories.id, id));
  }
}

/** Own folders of the workbench by name. */
export function listAppFolders(db: Queryable, userId: string) {
  return db
    .select(columnsOf(appFolders, "id", "name"))
    .from(appFolders)
    .where(eq(appFolders.userId, userId))
    .orderBy(asc(appFolders.sort), asc(sql`lower(${appFolders.name})`), asc(appFolders.id));
}
