import { and, desc, eq } from "drizzle-orm";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { backups } from "../../schema/backups";
import { users } from "../../schema/organisation";
import { tasks } from "../../schema/tasks";
import { openTaskOf } from "../tasks/tasks";

export type BackupRow = typeof backups.$inferSelect;

/** Backups of this installation, newest first, with who asked for them. They belong to nobody: the service guards them. */
export function listBackups(db: Queryable, limit: number) {
  return db
    .select({
      ...columnsOf(backups, "id", "status", "kind", "fileName", "size", "sha256"),
      ...columnsOf(backups, "counts", "failure", "createdAt", "finishedAt"),
      /** Per cent, while it is made. */
      progress: tasks.done,
      author: users.name,
    })
    .from(backups)
    .leftJoin(users, eq(users.id, backups.authorId))
    .leftJoin(tasks, openTaskOf(backups.id, "backup"))
    .orderBy(desc(backups.createdAt), desc(backups.id))
    .limit(limit);
}

export async function findBackup(db: Queryable, id: string): Promise<BackupRow | null> {
  const [row] = await db.select().from(backups).where(eq(backups.id, id));
  return row ?? null;
}

/** Those under way; the caller holds the lock that keeps them to one. */
export function listRunningBackups(db: Queryable): Promise<BackupRow[]> {
  return db.select().from(backups).where(eq(backups.status, "running"));
}

/** Finished ones the schedule made, newest first. */
export function listScheduledBackups(db: Queryable): Promise<BackupRow[]> {
  return db
    .select()
    .from(backups)
    .where(and(eq(backups.kind, "scheduled"), eq(backups.status, "done")))
    .orderBy(desc(backups.createdAt));
}

/** When the schedule last began one, whatever became of it. */
export async function findLastScheduled(db: Queryable): Promise<Date | null> {
  const [row] = await db
    .select({ createdAt: backups.createdAt })
    .from(backups)
    .where(eq(backups.kind, "scheduled"))
    .orderBy(desc(backups.createdAt))
    .limit(1);
  return row?.createdAt ?? null;
}

export async function insertBackup(db: Queryable, row: typeof backups.$inferInsert): Promise<void> {
  await db.insert(backups).values(row);
}

/** Changes one that is under way; false when it has ended. */
export async function updateRunningBackup(
  db: Queryable,
  id: string,
  patch: Partial<Pick<BackupRow, "status" | "size" | "sha256" | "counts" | "failure" | "finishedAt">>,
): Promise<boolean> {
  const { rowCount } = await db
    .update(backups)
    .set(patch)
    .where(and(eq(backups.id, id), eq(backups.status, "running")));
  return rowCount !== 0;
}

export async function removeBackupRow(db: Queryable, id: string): Promise<void> {
  await db.delete(backups).where(eq(backups.id, id));
}
