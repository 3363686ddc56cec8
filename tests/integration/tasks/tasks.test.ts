import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { z } from "zod";
import { POST as cancelRoute } from "@/app/api/tasks/[id]/cancel/route";
import { GET as tasksRoute } from "@/app/api/tasks/route";
import { closeDatabase, db } from "@/db/client";
import { listUnheldTasks, removeEndedTasks } from "@/db/queries/tasks/tasks";
import { userRoles } from "@/db/schema/roles";
import { tasks } from "@/db/schema/tasks";
import { invalidateSessions } from "@/lib/auth/session";
import { AppError } from "@/lib/errors/errors";
import type { TaskDto } from "@/lib/features/notifications/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { SupplierError } from "@/lib/models/types";
import { defineTask } from "@/lib/tasks/define";
import { type HeldTask, TaskLost } from "@/lib/tasks/held";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abort, runTask } from "@/lib/tasks/run";
import { cancelTask, lastTask, retryTask, startTask } from "@/lib/tasks/tasks";
import { answer } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";

type Work = HeldTask<{ word: string }, { count: number }>;

/** What the steps of the kind under test do, in the test that runs. */
let steps: { first: (task: Work) => Promise<void>; second: (task: Work) => Promise<void> };
let ends: string[];

const kind = defineTask({
  // A kind of the product, because the list of tasks says its name.
  kind: "overview",
  input: z.object({ word: z.string() }),
  state: z.object({ count: z.number().default(0) }),
  anyOf: ["PERSONAL:DOCUMENT"],
  atOnce: 1,
  isPassing: (error) => error instanceof SupplierError,
  steps: { first: (task: Work) => steps.first(task), second: (task: Work) => steps.second(task) },
  onEnd: async (_tx, { status, state }) => void ends.push(`${status} ${state.count}`),
});

let owner: Person;
let other: Person;

beforeAll(() => startJobs(TASK_JOBS, false));
beforeEach(async () => {
  [owner, other] = [await makePerson({ codes: ["PERSONAL:DOCUMENT"] }), await makePerson()];
  ends = [];
  steps = { first: async () => undefined, second: async () => undefined };
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const begin = (subject: string = v7(), person = owner) =>
  db().transaction((tx) =>
    startTask(tx, kind, { owner: person.actor, subject, input: { word: "w" }, titleArgs: { name: "n" }, total: 4 }),
  );
const rowOf = async (id: string) => (await db().select().from(tasks).where(eq(tasks.id, id)))[0]!;
const change = (id: string, to: Partial<typeof tasks.$inferInsert>) =>
  db().update(tasks).set(to).where(eq(tasks.id, id));
/** The worker was killed: its lease is over, and nobody gave the task back. */
const killed = (id: string) => change(id, { status: "running", leaseId: v7(), leaseUntil: new Date(0) });
const count = (task: Work) => task.commit(async (_tx, { state }) => ({ state: { count: state.count + 1 } }));

describe("a task", () => {
  it("does its steps in order, as its owner with the rights of the moment, and tells its end", async () => {
    const said: unknown[] = [];
    steps.first = async (task) => {
      said.push(task.input.word, (await task.actor()).id);
      await count(task);
    };
    steps.second = async (task) => {
      said.push(task.state.count);
      await count(task);
    };
    const { id } = await begin();
    await Promise.all([runTask(id), runTask(id)]);
    expect(said).toEqual(["w", owner.id, 1]);
    expect(await rowOf(id)).toMatchObject({ status: "done", state: { count: 2 }, leaseId: null, failure: null });
    expect((await rowOf(id)).finishedAt).not.toBeNull();
    expect(ends).toEqual(["done 2"]);
    await runTask(id);
    expect(ends).toEqual(["done 2"]);
  });

  it("is one a kind and subject while it is open", async () => {
    const subject = v7();
    const [one, two] = await Promise.all([begin(subject), begin(subject)]);
    expect(one.id).toBe(two.id);
    expect([one.isNew, two.isNew].sort()).toEqual([false, true]);
    await runTask(one.id);
    const next = await begin(subject);
    expect(next).toMatchObject({ isNew: true });
    expect((await lastTask(db(), kind, subject))?.id).toBe(next.id);
  });

  it("goes on behind what was kept when its worker was killed, and who lost it writes nothing more", async () => {
    let late: Work | undefined;
    steps.first = async (task) => {
      await count(task);
      late = task;
      await change(task.id, { leaseId: v7() });
      await expect(count(task)).rejects.toBeInstanceOf(TaskLost);
      expect(task.signal.aborted).toBe(true);
      throw task.signal.reason;
    };
    const { id } = await begin();
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "running", state: { count: 1 } });
    expect(ends).toEqual([]);
    await killed(id);
    steps.first = count;
    await runTask(id);
    await expect(late!.finish()).rejects.toBeInstanceOf(TaskLost);
    expect(await rowOf(id)).toMatchObject({ status: "done", state: { count: 2 } });
  });

  it("that ends its worker again and again is given up; getting further counts anew", async () => {
    const { id } = await begin();
    for (let time = 0; time < 3; time++) {
      steps.first = async (task) => {
        if (time === 1) await count(task);
        await killed(task.id);
        throw new Error("gone");
      };
      await runTask(id);
    }
    expect(await rowOf(id)).toMatchObject({ status: "running", attempts: 2 });
    await change(id, { attempts: 3 });
    steps.first = count;
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "failed", failure: "interrupted", state: { count: 1 } });
    expect(ends).toEqual(["failed 1"]);
  });

  it("fails with its reason, and goes on in that step when it is tried again", async () => {
    steps.first = count;
    steps.second = async () => {
      throw new AppError("modelNotFound");
    };
    const { id } = await begin();
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "failed", failure: "modelNotFound", step: "second" });
    steps.second = async (task) => task.keep({ state: { count: task.state.count + 10 } });
    expect(await db().transaction((tx) => retryTask(tx, id))).toBe(true);
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "done", failure: null, state: { count: 11 } });
    expect(await db().transaction((tx) => retryTask(tx, id))).toBe(false);
    expect(ends).toEqual(["failed 1", "done 11"]);
  });

  it("is tried again after a pause when nobody knows why it broke off, and waits out a full disk", async () => {
    let error: Error = new Error("who knows");
    steps.first = async () => {
      throw error;
    };
    const { id } = await begin();
    for (const status of ["waiting", "waiting", "failed"]) {
      await change(id, { leaseUntil: null });
      await runTask(id);
      expect((await rowOf(id)).status).toBe(status);
      // Nobody takes it up before its pause is over.
      await runTask(id);
      expect((await rowOf(id)).status).toBe(status);
    }
    expect(await rowOf(id)).toMatchObject({ failure: "unknown" });
    error = Object.assign(new Error("no room"), { code: "ENOSPC" });
    const full = await begin();
    for (let time = 0; time < 5; time++) {
      await change(full.id, { leaseUntil: null });
      await runTask(full.id);
    }
    expect(await rowOf(full.id)).toMatchObject({ status: "waiting", failure: null });
  });

  it("whose kind says that a reason may pass is tried again, and fails with that reason in the end", async () => {
    steps.first = async () => {
      throw new SupplierError("supplierTimeout");
    };
    const { id } = await begin();
    for (const status of ["waiting", "waiting", "failed"]) {
      await change(id, { leaseUntil: null });
      await runTask(id);
      expect((await rowOf(id)).status).toBe(status);
    }
    expect(await rowOf(id)).toMatchObject({ failure: "supplierTimeout" });
  });

  it("does not go on for somebody who may not do it any more", async () => {
    steps.first = async (task) => {
      await db().delete(userRoles).where(eq(userRoles.userId, owner.id));
      invalidateSessions();
      await task.actor();
    };
    const { id } = await begin();
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "failed", failure: "noPermission" });
    const before = await begin(v7(), other);
    await db().delete(userRoles).where(eq(userRoles.userId, other.id));
    invalidateSessions();
    await runTask(before.id);
    expect(await rowOf(before.id)).toMatchObject({ status: "failed", failure: "noPermission", step: null });
  });

  it("given back by a stopping process waits for the next", async () => {
    steps.first = async (task) => {
      abort(task.id);
      task.signal.throwIfAborted();
    };
    const { id } = await begin();
    await runTask(id);
    expect(await rowOf(id)).toMatchObject({ status: "waiting", leaseId: null, leaseUntil: null, attempts: 0 });
  });

  it("stays for its screen while it is the last one, and goes a month after it ended", async () => {
    const subject = v7();
    const old = await begin(subject);
    await runTask(old.id);
    const next = await begin(subject);
    await runTask(next.id);
    const ago = new Date(Date.now() - 40 * 86_400_000);
    for (const { id } of [old, next]) await change(id, { finishedAt: ago });
    const before = new Date(Date.now() - 30 * 86_400_000);
    await removeEndedTasks(db(), before, []);
    expect(await rowOf(old.id)).toBeUndefined();
    expect(await rowOf(next.id)).toBeDefined();
    // A kind whose own rows tell how it ended.
    const open = await begin();
    await removeEndedTasks(db(), before, [kind.kind]);
    expect(await rowOf(next.id)).toBeUndefined();
    expect(await rowOf(open.id)).toBeDefined();
  });
});

describe("what nobody is at work on", () => {
  it("is taken up by turns of owners, so that a long list hides nobody's only task", async () => {
    const many = [await begin(), await begin(), await begin()];
    const one = await begin(v7(), other);
    const listed = (await listUnheldTasks(db(), 10_000)).map(({ id }) => id);
    const at = (task: { id: string }) => listed.indexOf(task.id);
    expect(at(many[0]!)).toBeGreaterThanOrEqual(0);
    expect(at(one)).toBeLessThan(at(many[1]!));
    expect(at(many[1]!)).toBeLessThan(at(many[2]!));
  });
});

describe("the list of tasks", () => {
  const listed = async (person: Person) =>
    (await answer<{ items: TaskDto[] }>(tasksRoute, { token: person.token })).data!.items;
  const cancel = async (person: Person, id: string) =>
    (await answer(cancelRoute, { token: person.token, method: "POST", params: { id } })).code;

  it("holds one's own, with how far they are, and ends them with what is under way", async () => {
    const { id } = await begin();
    expect(await listed(owner)).toMatchObject([{ id, kind: "overview", state: "waiting", progress: 0 }]);
    steps.first = async (task) => {
      await count(task);
      await task.keep({ done: 1 });
      await new Promise((resolve) => task.signal.addEventListener("abort", resolve));
      task.signal.throwIfAborted();
    };
    const running = runTask(id);
    await eventually(
      () => listed(owner),
      ([task]) => task?.progress === 25,
    );
    expect(await listed(owner)).toMatchObject([{ id, state: "running", progress: 25, cancellable: true }]);
    expect(await listed(other)).toEqual([]);
    expect(await cancel(other, id)).toBe(404);
    expect(await cancel(owner, id)).toBe(200);
    expect(ends).toEqual(["cancelled 1"]);
    expect(await listed(owner)).toEqual([]);
    // Told at once, without a look at the database; another process hears it at its next heartbeat.
    await running;
    expect(await rowOf(id)).toMatchObject({ status: "cancelled", state: { count: 1 } });
    expect(await cancel(owner, id)).toBe(404);
    expect(await cancelTask(v7())).toBe(false);
  });
});
