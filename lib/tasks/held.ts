import "server-only";
import { setTimeout } from "node:timers/promises";
import type { SQL } from "drizzle-orm";
import { db, type Transaction } from "@/db/client";
import { endTask, heldBy, type TaskRow, updateHeldTask } from "@/db/queries/tasks/tasks";
import type { TaskOrigin } from "@/db/schema/tasks";
import type { Actor } from "@/lib/auth/actor";
import { actingByKey } from "@/lib/auth/api-key";
import { ownerNow } from "@/lib/auth/delegated";
import { inBackground } from "@/lib/background";
import { AppError } from "@/lib/errors/errors";
import type { Task, TaskKind } from "./define";

/** A worker that says nothing for so long has lost its task, seconds. */
export const LEASE_SECONDS = 60;
const HEARTBEAT_MS = 15_000;
const REST_MAX_MS = 500;
/** Progress is written as often as a person looks at it. */
const TELL_MS = 1000;

/** The task is another's by now, or was cancelled: whatever is done here counts no more. */
export class TaskLost extends Error {
  override readonly name = "TaskLost";
}

/** A person who is gone leaves no owner either, but their account. */
export const isOfProduct = ({ ownerId, origin }: Pick<TaskRow, "ownerId" | "origin">): boolean =>
  ownerId === null && origin.account === "";

interface Progress<S> {
  state?: S;
  /** Of this step; the total is 0 while it is not known. */
  done?: number;
  total?: number;
}

/** A task while this process holds it. Everything it writes is written under its lease (SECURITY CR-06). */
export class HeldTask<I, S extends object> {
  /** Aborted when the task is lost, or this process stops. */
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private readonly heartbeat: NodeJS.Timeout;
  private toldAt = 0;
  private hasEnded = false;
  /** How long the last piece of work kept the database, milliseconds. */
  private keptMs = 0;

  constructor(
    private readonly kind: TaskKind<I, S>,
    private task: Task<I, S>,
    private readonly leaseId: string,
    stop: AbortSignal,
  ) {
    this.signal = AbortSignal.any([this.controller.signal, stop]);
    // The database may be away for a moment; the lease has some left.
    this.heartbeat = setInterval(() => this.say({}).catch(() => undefined), HEARTBEAT_MS);
    this.heartbeat.unref();
  }

  get id(): string {
    return this.task.id;
  }

  get ownerId(): string | null {
    return this.task.ownerId;
  }

  /** Who began it and from where, as audit events tell it. */
  get origin(): TaskOrigin {
    return this.task.origin;
  }

  get input(): I {
    return this.task.input;
  }

  get state(): S {
    return this.task.state;
  }

  /** Begun so often since it last got further. */
  get attempts(): number {
    return this.task.attempts;
  }

  /** Begun by the product itself, by its clock for example: nobody's rights bound it. */
  get isOfProduct(): boolean {
    return isOfProduct(this.task);
  }

  get isEnded(): boolean {
    return this.hasEnded;
  }

  get isLost(): boolean {
    return this.controller.signal.aborted;
  }

  /**
   * Its owner with the rights of this moment; what a key began reaches what the key reaches, and its calls of models are the
   * key's. Throws noPermission, also once the key is gone: its owner may retry it themselves.
   */
  async actor(): Promise<Actor> {
    const { account: _, apiKeyId, ...request } = this.task.origin;
    const actor = this.task.ownerId ? await ownerNow(this.task.ownerId, this.kind.anyOf, request) : null;
    if (!actor) throw new AppError("noPermission");
    return apiKeyId ? actingByKey(actor, apiKeyId) : actor;
  }

  /** Tells people how far the step is; now and then, and never a reason to fail. */
  tell(done: number, total: number): void {
    if (Date.now() - this.toldAt < TELL_MS) return;
    this.toldAt = Date.now();
    inBackground(this.say({ done, total }), "progress of a task not written", { task: this.id });
  }

  /** Keeps what is done so far: whoever takes the task up again goes on from there. Throws TaskLost. */
  async keep(progress: Progress<S>): Promise<void> {
    await this.write({ ...progress, attempts: 1 });
    this.signal.throwIfAborted();
  }

  /** A transaction that counts while the task is held, with the progress it answers. Throws TaskLost. */
  async commit(work: (tx: Transaction, task: Task<I, S>) => Promise<Progress<S>>): Promise<void> {
    this.signal.throwIfAborted();
    const from = performance.now();
    const row = await db().transaction(async (tx) => {
      // Taken first: a cancellation waits for this piece, and is seen by the next.
      const held = await updateHeldTask(tx, this.lease, {}, LEASE_SECONDS);
      if (!held) return null;
      const progress = await work(tx, this.kind.read(held));
      return updateHeldTask(tx, this.lease, { ...progress, attempts: 1 }, LEASE_SECONDS);
    });
    this.keptMs = performance.now() - from;
    this.accept(row);
  }

  /**
   * One statement that counts while the task is held: `held` stands for a row as long as it is, and the statement answers
   * one row for each it wrote. Throws TaskLost where it wrote none.
   */
  async put(statement: (held: SQL) => SQL): Promise<void> {
    this.signal.throwIfAborted();
    const { rows } = await db().execute(statement(heldBy(this.lease)));
    if (rows.length > 0) return;
    this.controller.abort(new TaskLost());
    this.controller.signal.throwIfAborted();
  }

  /**
   * Between two of many pieces of work: leaves the database to others for as long as the last one kept it. A call of theirs
   * is several statements, and the embedded database would do a piece after each of them (TRAPS b).
   */
  async rest(): Promise<void> {
    await setTimeout(Math.min(this.keptMs, REST_MAX_MS));
  }

  /** Ends the task as done, in one transaction with its last writes. Throws TaskLost. */
  async finish(work: (tx: Transaction) => Promise<void> = async () => undefined, progress: Progress<S> = {}) {
    this.signal.throwIfAborted();
    const row = await db().transaction(async (tx) => {
      const ended = await endTask(tx, this.lease, { ...progress, status: "done" });
      if (!ended) return null;
      await work(tx);
      await this.kind.onEnd?.(tx, this.kind.read(ended));
      return ended;
    });
    this.accept(row);
    this.hasEnded = true;
  }

  async enter(step: string): Promise<void> {
    if (this.task.step === step) return;
    // What was known when the task was made is of its first step.
    const begin = this.task.step === null ? {} : { done: 0, total: 0 };
    await this.write({ step, ...begin, attempts: 1 });
    this.signal.throwIfAborted();
  }

  /** No more heartbeats. */
  close(): void {
    clearInterval(this.heartbeat);
  }

  private get lease() {
    return { id: this.task.id, leaseId: this.leaseId };
  }

  /** Says that one is alive. It may be late: what it reads is not taken over, and an end of ours is no loss. */
  private async say(change: Parameters<typeof updateHeldTask>[2]): Promise<void> {
    const row = await updateHeldTask(db(), this.lease, change, LEASE_SECONDS);
    if (!row && !this.hasEnded) this.controller.abort(new TaskLost());
  }

  private async write(change: Parameters<typeof updateHeldTask>[2]): Promise<void> {
    this.accept(await updateHeldTask(db(), this.lease, change, LEASE_SECONDS));
  }

  private accept(row: TaskRow | null): void {
    if (!row) this.controller.abort(new TaskLost());
    else this.task = this.kind.read(row);
    this.controller.signal.throwIfAborted();
  }
}
