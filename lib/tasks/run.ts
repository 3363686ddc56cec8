import "server-only";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { claimTask, endTask, releaseTask, type TaskRow } from "@/db/queries/tasks/tasks";
import type { ErrorKey } from "@/lib/errors/errors";
import { failureKey } from "@/lib/errors/known-failure";
import { log } from "@/lib/log";
import { runtime } from "@/lib/runtime";
import { isKnown, kindOf, type TaskKind } from "./define";
import { HeldTask, LEASE_SECONDS } from "./held";
import { TaskQueue } from "./queue";

/** A task that was begun so often without getting any further is not begun again. */
const ATTEMPTS_MAX = 3;
/** Before another try; doubled with each. */
const PAUSE_SECONDS = 5;
/** A supplier's wish is waited for up to here. */
const PAUSE_MAX_SECONDS = 900;
/** While there is no room on the disk, or the database is away: nothing is wrong with the task. */
const OUTAGE_SECONDS = 60;
const OUTAGES: readonly ErrorKey[] = ["storageFull", "systemBusy"];

/** Tasks of one process, each kind with its own number of places. */
const queue = new TaskQueue("tasks", kindOf, runTask);

export type Waiting = Pick<TaskRow, "id" | "kind" | "ownerId" | "isQuick">;

const entryOf = ({ id, kind, ownerId, isQuick }: Waiting) => ({ key: id, lane: kind, group: ownerId ?? "", isQuick });

/** Begins a task as soon as there is a place. Asking twice does no harm. */
export function takeUp(task: Waiting): void {
  if (isKnown(task.kind)) queue.takeUp(entryOf(task));
}

/** The same for a row that is still being written. */
export function takeUpSoon(task: Waiting): void {
  queue.takeUpSoon(entryOf(task));
}

/** This process does background work from now on. */
export function openQueue(): void {
  queue.open();
}

interface UnderWay {
  subject: string;
  ownerId: string | null;
  stop: AbortController;
}
// Routes and instrumentation may hold separate instances of this module (TRAPS d).
const shared = globalThis as typeof globalThis & { __tasksUnderWay?: Map<string, UnderWay> };
shared.__tasksUnderWay ??= new Map();
const underWay = shared.__tasksUnderWay;

/**
 * Ends what this process does for a task (of this owner); another process sees it at its next heartbeat. Needs no
 * database: the embedded one may be held by the very task.
 */
export function abort(id: string, ownerId?: string): void {
  const here = underWay.get(id);
  if (here && (!ownerId || here.ownerId === ownerId)) here.stop.abort();
}

/** The same for whatever is done about a subject. */
export function abortSubject(subject: string, ownerId?: string): void {
  for (const [id, here] of underWay) if (here.subject === subject) abort(id, ownerId);
}

/** Carries a task on to its end, if nobody else is at work on it. Safe to run twice: only who holds it writes. */
export async function runTask(id: string): Promise<void> {
  const leaseId = v7();
  const row = await claimTask(db(), id, leaseId, LEASE_SECONDS);
  if (!row) return;
  const kind = kindOf(row.kind);
  if (row.attempts > ATTEMPTS_MAX) return fail(kind, row, "interrupted");
  const here: UnderWay = { subject: row.subject, ownerId: row.ownerId, stop: new AbortController() };
  underWay.set(id, here);
  const held = new HeldTask(kind, kind.read(row), leaseId, here.stop.signal);
  try {
    await carryOut(kind, held, row.step);
  } catch (error) {
    if (held.isLost) return;
    // The next process goes on with it.
    if (runtime.stopping || here.stop.signal.aborted) await releaseTask(db(), leaseOf(row), { attempts: 0 }, 0);
    else await giveUp(kind, row, held, error);
  } finally {
    held.close();
    if (underWay.get(id) === here) underWay.delete(id);
  }
}

async function carryOut(kind: TaskKind, held: HeldTask<unknown, object>, from: string | null): Promise<void> {
  if (kind.anyOf.length > 0 && !held.isOfProduct) await held.actor();
  const names = Object.keys(kind.steps);
  for (const name of names.slice(Math.max(0, names.indexOf(from ?? "")))) {
    await held.enter(name);
    await kind.steps[name]?.(held);
    if (held.isEnded) return;
  }
  await held.finish();
}

async function giveUp(kind: TaskKind, row: TaskRow, held: HeldTask<unknown, object>, error: unknown): Promise<void> {
  const own = kind.failureOf?.(error);
  if (own) return fail(kind, row, own);
  const failure = failureKey(error);
  const isOutage = OUTAGES.includes(failure);
  if (!isOutage && failure !== "unknown" && !kind.isPassing?.(error)) return fail(kind, row, failure);
  log().warn({ err: error, task: row.id, kind: row.kind }, "task broke off");
  if (!isOutage && held.attempts >= ATTEMPTS_MAX) return fail(kind, row, failure);
  const asked = Math.min(PAUSE_MAX_SECONDS, kind.pauseOf?.(error) ?? 0);
  const seconds = isOutage ? OUTAGE_SECONDS : Math.max(asked, PAUSE_SECONDS * 2 ** (held.attempts - 1));
  await releaseTask(db(), leaseOf(row), { attempts: held.attempts - (isOutage ? 1 : 0) }, seconds);
  setTimeout(() => takeUp(row), seconds * 1000 + 500).unref();
}

async function fail(kind: TaskKind, row: TaskRow, failure: string): Promise<void> {
  await db().transaction(async (tx) => {
    const ended = await endTask(tx, leaseOf(row), { status: "failed", failure });
    if (ended) await kind.onEnd?.(tx, kind.read(ended));
  });
}

const leaseOf = ({ id, leaseId }: TaskRow) => ({ id, leaseId: leaseId ?? "" });
