import "server-only";
import { v7 } from "uuid";
import { db, type Queryable, type Transaction } from "@/db/client";
import {
  endTask,
  findLastTask,
  findTask,
  insertTask,
  lockOpenTask,
  reopenTask,
  type TaskRow,
} from "@/db/queries/tasks";
import type { TaskOrigin } from "@/db/schema/tasks";
import type { Actor } from "@/lib/auth/actor";
import { enqueue } from "@/lib/jobs/boss";
import { kindOf, type Task, type TaskKind } from "./define";
import { wakeTask } from "./jobs";
import { abort, takeUpSoon } from "./run";

interface NewTask<I> {
  /** Whose rights it is done with, from where they asked. */
  owner: Pick<Actor, "id" | "account" | "request">;
  /** One open task a kind and subject. */
  subject: string;
  input: I;
  /** Work that is known to lie ahead; 0 while it is not. */
  total?: number;
  titleArgs?: Record<string, string | number>;
  /** Its screen. */
  href?: string;
}

const originOf = ({ account, request }: NewTask<unknown>["owner"]): TaskOrigin => ({ account, ...request });

/**
 * Begins a task in the caller's transaction; the id of the one that is open, and whether it is new. Until the transaction
 * ends it stays open: what is written beside it is seen by its worker before it ends.
 */
export async function startTask<I, S extends object>(
  tx: Transaction,
  { kind }: TaskKind<I, S>,
  { owner, subject, input, ...more }: NewTask<I>,
): Promise<{ id: string; isNew: boolean }> {
  const row = { id: v7(), kind, subject, ownerId: owner.id, origin: originOf(owner), input, ...more };
  for (;;) {
    const open = await lockOpenTask(tx, kind, subject);
    if (open) return { id: open.id, isNew: false };
    // Another one may be begun in this very moment.
    if (!(await insertTask(tx, row))) continue;
    await wake(tx, row);
    return { id: row.id, isNew: true };
  }
}

/** A failed or cancelled task goes on in the step it ended in; false when it is neither. */
export async function retryTask(tx: Transaction, id: string): Promise<boolean> {
  const row = await reopenTask(tx, id);
  if (row) await wake(tx, row);
  return row !== null;
}

async function wake(tx: Transaction, { id, kind, ownerId }: Pick<TaskRow, "id" | "kind" | "ownerId">): Promise<void> {
  await enqueue(tx, wakeTask, { id, kind, ownerId });
  takeUpSoon({ id, kind, ownerId });
}

/** Ends an open task; what it did so far stays. False when there is none of this id (of this owner). */
export async function cancelTask(id: string, { ownerId }: { ownerId?: string } = {}): Promise<boolean> {
  const isCancelled = await db().transaction(async (tx) => {
    const row = await findTask(tx, id);
    if (!row || (ownerId && row.ownerId !== ownerId)) return false;
    const ended = await endTask(tx, { id }, { status: "cancelled" });
    if (!ended) return false;
    const kind = kindOf(ended.kind);
    await kind.onEnd?.(tx, kind.read(ended));
    return true;
  });
  abort(id);
  return isCancelled;
}

/** The open task of a subject, or its last one. */
export async function lastTask<I, S extends object>(
  queryable: Queryable,
  kind: TaskKind<I, S>,
  subject: string,
): Promise<Task<I, S> | null> {
  const row = await findLastTask(queryable, kind.kind, subject);
  return row && kind.read(row);
}

export const isOpen = ({ status }: Pick<TaskRow, "status">): boolean => status === "waiting" || status === "running";
