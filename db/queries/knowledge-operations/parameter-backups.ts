import { and, asc, desc, eq, ilike, isNull, ne, type SQL } from "drizzle-orm";
import type { Queryable } from "../../client";
import { likePattern } from "../../like";
import { type Page, pageOf } from "../../page";
import { parameterBackups } from "../../schema/knowledge-operations";
import { users } from "../../schema/organisation";

export type BackupRow = typeof parameterBackups.$inferSelect;

/** Of a base; null: of the center. */
const isOf = (baseId: string | null): SQL =>
  baseId === null ? isNull(parameterBackups.baseId) : eq(parameterBackups.baseId, baseId);

/** Backups of a base or of the center, the newest first. The caller has checked the right to it. */
export function listBackups(
  db: Queryable,
  { baseId, keyword, ...page }: Page & { baseId: string | null; keyword?: string },
) {
  const list = db
    .select({
      id: parameterBackups.id,
      name: parameterBackups.name,
      kind: parameterBackups.kind,
      author: users.name,
      settings: parameterBackups.settings,
      createdAt: parameterBackups.createdAt,
    })
    .from(parameterBackups)
    .innerJoin(users, eq(users.id, parameterBackups.authorId))
    .where(and(isOf(baseId), keyword ? ilike(parameterBackups.name, likePattern(keyword)) : undefined))
    .$dynamic();
  return pageOf(db, list, page, desc(parameterBackups.id));
}

/** A backup of whatever base; the caller checks the right to that. */
export async function findBackup(db: Queryable, id: string): Promise<BackupRow | null> {
  const [row] = await db.select().from(parameterBackups).where(eq(parameterBackups.id, id));
  return row ?? null;
}

export function countBackups(db: Queryable, baseId: string | null): Promise<number> {
  return db.$count(parameterBackups, isOf(baseId));
}

export async function insertBackup(db: Queryable, row: typeof parameterBackups.$inferInsert): Promise<string> {
  const [made] = await db.insert(parameterBackups).values(row).returning({ id: parameterBackups.id });
  if (!made) throw new Error("no row");
  return made.id;
}

export async function removeBackup(db: Queryable, id: string): Promise<void> {
  await db.delete(parameterBackups).where(eq(parameterBackups.id, id));
}

/** Makes room by the oldest one the product made by itself; false: people made all of them. */
export async function dropOldestMade(db: Queryable, baseId: string | null): Promise<boolean> {
  const [oldest] = await db
    .select({ id: parameterBackups.id })
    .from(parameterBackups)
    .where(and(isOf(baseId), ne(parameterBackups.kind, "manual")))
    .orderBy(asc(parameterBackups.id))
    .limit(1);
  if (!oldest) return false;
  await removeBackup(db, oldest.id);
  return true;
}
