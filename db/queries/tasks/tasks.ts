import { and, asc, desc, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "../../client";
import { tasks } from "../../schema/tasks";

export type TaskRow = typeof tasks.$inferSelect;
export type TaskStatus = TaskRow["status"];

const OPEN: TaskStatus[] = ["waiting", "running"];
const isOpen = inArray(tasks.status, OPEN);
/** Nobody is at work on it: never begun, its pause is over, or its worker has been silent for too long (SECURITY CR-02). */
const isUnheld = or(isNull(tasks.leaseUntil), lt(tasks.leaseUntil, sql`now()`));
const after = (seconds: number) => sql`now() + make_interval(secs => ${seconds})`;

/** Joins rows of an area, by their id, to the task that is at work on each or waits to be. */
export const openTaskOf = (id: AnyPgColumn, ...kinds: string[]): SQL | undefined =>
  and(inArray(tasks.kind, kinds), eq(tasks.subject, sql`${id}::text`), isOpen);

/** False when there is an open one of its kind and subject. */
export async function insertTask(db: Queryable, row: typeof tasks.$inferInsert): Promise<boolean> {
  const made = await db.insert(tasks).values(row).onConflictDoNothing().returning({ id: tasks.id });
  return made.length > 0;
}

/** Takes a task that nobody holds; null when somebody does, or it is at its end. */
export async function claimTask(db: Queryable, id: string, leaseId: string, seconds: number): Promise<TaskRow | null> {
  const [row] = await db
    .update(tasks)
    .set({ status: "running", leaseId, leaseUntil: after(seconds), attempts: sql`${tasks.attempts} + 1` })
    .where(and(eq(tasks.id, id), isOpen, isUnheld))
    .returning();
  return row ?? null;
}

type Change = Partial<Pick<TaskRow, "status" | "state" | "step" | "done" | "total" | "failure" | "attempts">>;

/** A write of the holder, who holds it for so many seconds more; null when it is another's by now, or was cancelled. */
export async function updateHeldTask(
  db: Queryable,
  { id, leaseId }: { id: string; leaseId: string },
  change: Change,
  seconds: number,
): Promise<TaskRow | null> {
  const [row] = await db
    .update(tasks)
    .set({ ...change, leaseUntil: after(seconds) })
    .where(and(eq(tasks.id, id), eq(tasks.leaseId, leaseId)))
    .returning();
  return row ?? null;
}

/** A row while the task is held by this lease, kept from being taken over until the statement is done. */
export const heldBy = ({ id, leaseId }: { id: string; leaseId: string }): SQL =>
  sql`(select 1 from ${tasks} where ${tasks.id} = ${id} and ${tasks.leaseId} = ${leaseId} for share)`;

/** The holder gives it back, unfinished; nobody takes it up before the pause is over. */
export async function releaseTask(
  db: Queryable,
  { id, leaseId }: { id: string; leaseId: string },
  change: Change,
  pauseSeconds: number,
): Promise<void> {
  await db
    .update(tasks)
    .set({ ...change, status: "waiting", leaseId: null, leaseUntil: pauseSeconds > 0 ? after(pauseSeconds) : null })
    .where(and(eq(tasks.id, id), eq(tasks.leaseId, leaseId)));
}

/** Ends an open task, for its holder or (without a lease) for anybody; null when it is at its end or another's. */
export async function endTask(
  db: Queryable,
  { id, leaseId }: { id: string; leaseId?: string },
  change: Change & { status: "done" | "failed" | "cancelled" },
): Promise<TaskRow | null> {
  const [row] = await db
    .update(tasks)
    .set({ ...change, leaseId: null, leaseUntil: null, finishedAt: new Date() })
    .where(and(eq(tasks.id, id), isOpen, leaseId ? eq(tasks.leaseId, leaseId) : undefined))
    .returning();
  return row ?? null;
}

/**
 * A failed or cancelled task waits again, behind what it had done, for a new owner where there is one; null when it is neither.
 * Throws on `tasks_open_key`.
 */
export async function reopenTask(
  db: Queryable,
  id: string,
  owner?: Pick<TaskRow, "ownerId" | "origin">,
): Promise<TaskRow | null> {
  const [row] = await db
    .update(tasks)
    .set({ status: "waiting", failure: null, attempts: 0, finishedAt: null, ...owner })
    .where(and(eq(tasks.id, id), inArray(tasks.status, ["failed", "cancelled"])))
    .returning();
  return row ?? null;
}

export async function findTask(db: Queryable, id: string): Promise<TaskRow | null> {
  const [row] = await db.select().from(tasks).where(eq(tasks.id, id));
  return row ?? null;
}

/** The open task of a subject, kept open until the transaction ends. */
export async function lockOpenTask(tx: Queryable, kind: string, subject: string): Promise<TaskRow | null> {
  const [row] = await tx
    .select()
    .from(tasks)
    .where(and(eq(tasks.kind, kind), eq(tasks.subject, subject), isOpen))
    .for("share");
  return row ?? null;
}

/** The open task of a subject, or its last one. */
export async function findLastTask(db: Queryable, kind: string, subject: string): Promise<TaskRow | null> {
  const [row] = await db
    .select()
    .from(tasks)
    .where(and(eq(tasks.kind, kind), eq(tasks.subject, subject)))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(1);
  return row ?? null;
}

/** What a person has under way or waiting, newest first. */
export function listOpenTasks(db: Queryable, ownerId: string, limit: number): Promise<TaskRow[]> {
  return db
    .select()
    .from(tasks)
    .where(and(eq(tasks.ownerId, ownerId), isOpen))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(limit);
}

/** Open tasks nobody is at work on: the oldest of each owner before the next of any, so that a long list hides nobody's. */
export function listUnheldTasks(db: Queryable, limit: number) {
  const turn = sql`row_number() over (partition by ${tasks.ownerId} order by ${tasks.createdAt})`;
  return db
    .select({ id: tasks.id, kind: tasks.kind, ownerId: tasks.ownerId, isQuick: tasks.isQuick })
    .from(tasks)
    .where(and(isOpen, isUnheld))
    .orderBy(turn, asc(tasks.createdAt))
    .limit(limit);
}

/** The embedded database has one process: at its start nobody holds anything. */
export async function dropTaskLeases(db: Queryable): Promise<void> {
  await db.update(tasks).set({ leaseId: null, leaseUntil: null }).where(isOpen);
}

/**
 * Tasks that ended before a moment go. The last one of each subject stays, for its screen tells how it ended, but for kinds
 * of which rows of an area tell that.
 */
export async function removeEndedTasks(db: Queryable, before: Date, toldByRows: readonly string[]): Promise<void> {
  await db.execute(sql`
    delete from tasks t where t.finished_at < ${before.toISOString()}::timestamptz
      and (t.kind = any(${sql.param(toldByRows)}::text[]) or exists (select 1 from tasks newer
        where newer.kind = t.kind and newer.subject = t.subject and newer.created_at > t.created_at))`);
}
