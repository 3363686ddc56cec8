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
} from "@/db/queries/tasks/tasks";
import type { TaskOrigin } from "@/db/schema/tasks";
import type { Actor } from "@/lib/auth/actor";
import { enqueue } from "@/lib/jobs/boss";
import { type EndedBy, kindOf, type Task, type TaskKind } from "./define";
import { wakeTask } from "./jobs";
import { abort, takeUpSoon, type Waiting } from "./run";

interface NewTask<I> {
  /** Whose rights it is done with, from where they asked; null for the product itself. */
  owner: Pick<Actor, "id" | "account" | "request" | "apiKey"> | null;
  /** One open task a kind and subject. */
  subject: string;
  input: I;
  /** Work that is known to lie ahead; 0 while it is not. */
  total?: number;
  /** Over in a moment, as far as is known before (`quickBesides` of its kind). */
  isQuick?: boolean;
  titleArgs?: Record<string, string | number>;
  /** Its screen. */
  href?: string;
}

const originOf = (owner: NewTask<unknown>["owner"], id: string): TaskOrigin =>
  owner
    ? { account: owner.account, ...owner.request, ...(owner.apiKey && { apiKeyId: owner.apiKey.id }) }
    : { account: "", requestId: id, address: "", userAgent: "" };

/**
 * Begins a task in the caller's transaction; the id of the one that is open, and whether it is new. Until the transaction
 * ends it stays open: what is written beside it is seen by its worker before it ends.
 */
export async function startTask<I, S extends object>(
  tx: Transaction,
  { kind }: TaskKind<I, S>,
  { owner, subject, input, ...more }: NewTask<I>,
): Promise<{ id: string; isNew: boolean }> {
  const id = v7();
  const about = { id, kind, subject, ownerId: owner?.id ?? null, origin: originOf(owner, id) };
  const row = { ...about, input, isQuick: false, ...more };
  for (;;) {
    const open = await lockOpenTask(tx, kind, subject);
    if (open) return { id: open.id, isNew: false };
    // Another one may be begun in this very moment.
    if (!(await insertTask(tx, row))) continue;
    await wake(tx, row);
    return { id: row.id, isNew: true };
  }
}

/**
 * A failed or cancelled task goes on in the step it ended in, with the rights of this person from now on where one is named;
 * false when it is neither.
 */
export async function retryTask(tx: Transaction, id: string, by?: NonNullable<NewTask<unknown>["owner"]>) {
  const row = await reopenTask(tx, id, by && { ownerId: by.id, origin: originOf(by, id) });
  if (row) await wake(tx, row);
  return row !== null;
}

async function wake(tx: Transaction, { id, kind, ownerId, isQuick }: Waiting): Promise<void> {
  await enqueue(tx, wakeTask, { id, kind, ownerId, isQuick });
  takeUpSoon({ id, kind, ownerId, isQuick });
}

interface Cancelling {
  /** Only a task of theirs. */
  ownerId?: string;
  by?: EndedBy;
}

/** Ends an open task; what it did so far stays. False when there is none of this id (of this owner). */
export async function cancelTask(id: string, { ownerId, by }: Cancelling = {}): Promise<boolean> {
  // Before the database is asked: on the embedded one a task in a long transaction keeps everybody else waiting.
  abort(id, ownerId);
  const isCancelled = await db().transaction(async (tx) => {
    const row = await findTask(tx, id);
    if (!row || (ownerId && row.ownerId !== ownerId)) return false;
    return endAsCancelled(tx, id, by);
  });
  // It may have been taken up again between the two.
  if (isCancelled) abort(id);
  return isCancelled;
}

/** The same in the caller's transaction; whoever is at work on it sees it at the next write. */
export async function endAsCancelled(tx: Transaction, id: string, by?: EndedBy): Promise<boolean> {
  const ended = await endTask(tx, { id }, { status: "cancelled" });
  if (!ended) return false;
  const kind = kindOf(ended.kind);
  await kind.onEnd?.(tx, kind.read(ended), by);
  return true;
}

/** Ends the open task of a subject, whoever's it is; what it did so far stays. False when none is open. */
export async function cancelTaskOf<I, S extends object>(
  kind: TaskKind<I, S>,
  subject: string,
  by?: EndedBy,
): Promise<boolean> {
  const last = await lastTask(db(), kind, subject);
  return last !== null && isOpen(last) && cancelTask(last.id, { by });
}

/** The same in the caller's transaction, as `endAsCancelled`. */
export async function endTaskOf<I, S extends object>(
  tx: Transaction,
  kind: TaskKind<I, S>,
  subject: string,
  by?: EndedBy,
): Promise<boolean> {
  const last = await lastTask(tx, kind, subject);
  return last !== null && isOpen(last) && endAsCancelled(tx, last.id, by);
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
