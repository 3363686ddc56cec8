import { and, eq, inArray } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as CANCEL_TASK } from "@/app/api/tasks/[id]/cancel/route";
import { GET as TASKS } from "@/app/api/tasks/route";
import { closeDatabase, db } from "@/db/client";
import { sweepImports } from "@/db/queries/organisation/imports";
import { operationLogs } from "@/db/schema/operation-log";
import { importRuns, users } from "@/db/schema/organisation";
import { userRoles } from "@/db/schema/roles";
import { tasks } from "@/db/schema/tasks";
import { invalidateSessions } from "@/lib/auth/session";
import type { TaskDto } from "@/lib/features/notifications/dto";
import { IMPORT_LOT } from "@/lib/features/organisation/service/import-run";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abortSubject } from "@/lib/tasks/run";
import { answer } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { csv, importsAs } from "@/tests/factories/imports";
import { logIn, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let first: Person;
let second: Person;
let administrator: Person;
let staff: Person;
beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  const codes = ["SYSTEM:ORG:USER", "PERSONAL:CHAT"];
  [first, second] = [await makePerson({ codes }), await makePerson({ codes })];
  administrator = await makePerson({ roles: ["administrator"] });
  staff = await makePerson();
  // Give both what the default role of new people holds, so that they may give it.
  for (const { id } of [first, second]) {
    const held = await db().select().from(userRoles).where(eq(userRoles.userId, staff.id));
    await db()
      .insert(userRoles)
      .values(held.map(({ roleId }) => ({ userId: id, roleId })));
  }
});
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const fileOf = (...accounts: string[]) =>
  csv(`账号,姓名,部门路径\n${accounts.map((account) => `${account},李雷,Head office`).join("\n")}`);
const exists = async (account: string) =>
  (await db().select().from(users).where(eq(users.account, account))).length === 1;
const openTaskOf = async (importId: string) => {
  const [row] = await db()
    .select()
    .from(tasks)
    .where(and(eq(tasks.subject, importId), eq(tasks.status, "waiting")));
  return row!.id;
};
const stored = async (id: string) => (await db().select().from(importRuns).where(eq(importRuns.id, id)))[0]!;

const peopleOf = (accounts: string[]) =>
  db().select({ id: users.id }).from(users).where(inArray(users.account, accounts));

/** An import of some lots whose worker stopped when some of them were written, and not all. */
async function stoppedOnTheWay(person: Person) {
  const mark = unique("lot");
  const accounts = Array.from({ length: IMPORT_LOT * 3 + 7 }, (_, index) => `${mark}.${index}`);
  const file = fileOf(...accounts);
  const run = await importsAs(person).check(file);
  await importsAs(person).confirm(run.id);
  const running = runTasksOf(run.id);
  await eventually(
    () => importsAs(person).read(run.id),
    ({ done }) => done >= IMPORT_LOT,
    1,
  );
  abortSubject(run.id);
  await running;
  const { done, total, status } = await importsAs(person).read(run.id);
  expect([status, done < total, done % IMPORT_LOT]).toEqual(["running", true, 0]);
  expect(await peopleOf(accounts)).toHaveLength(done);
  return { accounts, file, run, done };
}

describe("runs of imports", () => {
  it("belong to their maker; administrators see them and carry nothing of them out", async () => {
    const account = unique("own");
    const run = await importsAs(first).check(fileOf(account));
    const stranger = importsAs(second);
    expect(await stranger.readCode(run.id)).toBe(404);
    expect((await stranger.confirm(run.id)).code).toBe(404);
    expect((await stranger.cancel(run.id)).code).toBe(404);
    expect(await stranger.codes(run.id)).toBe(404);
    expect(await stranger.refused(run.id)).toBe(404);
    expect((await stranger.list()).items.map(({ id }) => id)).not.toContain(run.id);
    expect((await importsAs(staff).upload(fileOf(account))).code).toBe(403);
    expect((await importsAs(first).upload(fileOf(account), { kind: "departments" })).code).toBe(403);
    const above = importsAs(administrator);
    expect((await above.list()).items.map(({ id }) => id)).toContain(run.id);
    expect((await above.read(run.id)).owner).toEqual({ name: first.account, isSelf: false });
    expect((await above.confirm(run.id)).code).toBe(404);
    await importsAs(first).confirm(run.id);
    await runTasksOf(run.id);
    expect((await above.read(run.id)).hasCodes).toBe(false);
    expect(await above.codes(run.id)).toBe(404);
    expect(await importsAs(first).codes(run.id)).toHaveLength(2);
  });

  it("are confirmed once and run once, however often both are asked for", async () => {
    const account = unique("once");
    const as = importsAs(first);
    const run = await as.check(fileOf(account));
    const codes = await Promise.all([as.confirm(run.id), as.confirm(run.id), as.confirm(run.id)]);
    expect(codes.map(({ code }) => code).sort()).toEqual([200, 409, 409]);
    await Promise.all([runTasksOf(run.id), runTasksOf(run.id)]);
    expect(await as.read(run.id)).toMatchObject({ status: "done", summary: { created: 1 } });
    expect(await exists(account)).toBe(true);
  });

  it("of one kind are carried out one after another", async () => {
    const [one, two] = [
      await importsAs(first).check(fileOf(unique("q"))),
      await importsAs(second).check(fileOf(unique("q"))),
    ];
    const answers = await Promise.all([importsAs(first).confirm(one.id), importsAs(second).confirm(two.id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)?.data).toMatchObject({ error: "importRunning" });
    const [started, waiting] = answers[0]!.code === 200 ? [one, two] : [two, one];
    await runTasksOf(started.id);
    const as = importsAs(waiting === one ? first : second);
    expect((await as.confirm(waiting.id)).code).toBe(200);
    await runTasksOf(waiting.id);
    expect((await as.read(waiting.id)).status).toBe("done");
  });

  it("that were given up write nothing, and a new file takes the place of the last", async () => {
    const [one, two] = [unique("c"), unique("c")];
    const as = importsAs(first);
    const run = await as.check(fileOf(one));
    await as.confirm(run.id);
    expect((await as.cancel(run.id)).code).toBe(200);
    await runTasksOf(run.id);
    expect(await as.read(run.id)).toMatchObject({ status: "cancelled" });
    expect(await exists(one)).toBe(false);
    expect((await as.confirm(run.id)).code).toBe(409);
    const older = await as.check(fileOf(one));
    const newer = await as.check(fileOf(two));
    expect((await stored(older.id)).rows).toBeNull();
    expect((await as.confirm(older.id)).code).toBe(409);
    expect((await as.read(newer.id)).status).toBe("ready");
    expect((await as.cancel(newer.id)).code).toBe(200);
  });

  it("stand in their owner's list of tasks, and are given up there as well", async () => {
    const account = unique("bell");
    const as = importsAs(first);
    const run = await as.check(fileOf(account));
    await as.confirm(run.id);
    const { data } = await answer<{ items: TaskDto[] }>(TASKS, { token: first.token });
    const task = data!.items.find(({ title }) => title === "正在导入：people.csv");
    expect(task).toMatchObject({ state: "waiting", href: "/system/user-manage/user-manage?import=1" });
    const cancel = ({ token }: Person) => answer(CANCEL_TASK, { token, method: "POST", params: { id: task!.id } });
    expect((await cancel(second)).code).toBe(404);
    expect((await cancel(first)).code).toBe(200);
    expect(await as.read(run.id)).toMatchObject({ status: "cancelled" });
    const log = await db().select().from(operationLogs).where(eq(operationLogs.targetId, run.id));
    expect(log.map(({ action, actorId }) => [action, actorId])).toContainEqual(["org.import.cancel", first.id]);
    await runTasksOf(run.id);
    expect(await exists(account)).toBe(false);
  });

  it("whose process died are begun again, and end after the third time", async () => {
    const account = unique("k");
    const as = importsAs(first);
    const run = await as.check(fileOf(account));
    await as.confirm(run.id);
    // The process that had it was killed: its lease is over.
    const killed = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db()
      .update(tasks)
      .set({ ...killed, attempts: 1 })
      .where(eq(tasks.id, await openTaskOf(run.id)));
    await runTasksOf(run.id);
    expect(await as.read(run.id)).toMatchObject({ status: "done" });
    expect(await exists(account)).toBe(true);
    const again = await as.check(fileOf(unique("k")));
    await as.confirm(again.id);
    await db()
      .update(tasks)
      .set({ ...killed, attempts: 3 })
      .where(eq(tasks.id, await openTaskOf(again.id)));
    await runTasksOf(again.id);
    expect(await as.read(again.id)).toMatchObject({ status: "failed", failure: { key: "importInterrupted" } });
  });

  it("killed between two lots go on behind what is written: everybody once, each with one code that works", async () => {
    const { accounts, run, done } = await stoppedOnTheWay(first);
    // What a kill leaves: the lease of a worker that says nothing any more.
    const killed = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db()
      .update(tasks)
      .set(killed)
      .where(eq(tasks.id, await openTaskOf(run.id)));
    const as = importsAs(first);
    expect(await as.codes(run.id)).toBe(409);
    await Promise.all([runTasksOf(run.id), runTasksOf(run.id)]);
    const created = accounts.length;
    expect(await as.read(run.id)).toMatchObject({ status: "done", summary: { created, changed: 0 }, hasCodes: true });
    const made = await peopleOf(accounts);
    expect(made).toHaveLength(created);
    const ids = made.map(({ id }) => id);
    const held = await db().select().from(userRoles).where(inArray(userRoles.userId, ids));
    expect(held).toHaveLength(created);
    const codes = (await as.codes(run.id)) as string[][];
    expect(codes.slice(1).map(([account]) => account)).toEqual(accounts);
    for (const at of [0, done - 1, done, created - 1])
      expect(await logIn(accounts[at]!, codes[at + 1]![2]!)).not.toBeNull();
    const log = await db().select().from(operationLogs).where(eq(operationLogs.targetId, run.id));
    const lots = log
      .filter(({ action }) => action === "org.import.run")
      .map(({ after }) => (after as { created: number }).created);
    expect(lots.reduce((sum, count) => sum + count, 0)).toBe(created);
  });

  it("given up on the way keep what is written, say how much that is, and go on with the same file", async () => {
    const { accounts, file, run, done } = await stoppedOnTheWay(second);
    expect((await importsAs(first).cancel(run.id)).code).toBe(404);
    const as = importsAs(second);
    expect((await as.cancel(run.id)).code).toBe(200);
    await runTasksOf(run.id);
    const summary = { created: done, changed: 0, unchanged: 0, refused: 0, departments: 0 };
    expect(await as.read(run.id)).toMatchObject({ status: "cancelled", summary, hasCodes: true });
    expect(await peopleOf(accounts)).toHaveLength(done);
    expect(await as.codes(run.id)).toHaveLength(done + 1);
    const rest = await as.check(file, { updateExisting: true });
    expect(rest).toMatchObject({ status: "ready", summary: { created: accounts.length - done, unchanged: done } });
    await as.confirm(rest.id);
    await runTasksOf(rest.id);
    expect(await as.read(rest.id)).toMatchObject({ status: "done" });
    expect(await peopleOf(accounts)).toHaveLength(accounts.length);
  });

  it("that find something changed on the way write no more, and say what they wrote", async () => {
    const { accounts, run, done } = await stoppedOnTheWay(first);
    await db()
      .insert(users)
      .values({ account: accounts.at(-1)!, name: "已有" });
    await runTasksOf(run.id);
    const failed = { status: "failed", failure: { key: "importChanged" }, summary: { created: done } };
    expect(await importsAs(first).read(run.id)).toMatchObject(failed);
    expect(await peopleOf(accounts)).toHaveLength(done + 1);
  });

  it("stop when their owner lost the right or the way in", async () => {
    const leaver = await makePerson({ codes: ["SYSTEM:ORG:USER"] });
    const data = (await importsAs(leaver).upload(fileOf(unique("l")))).data!;
    await db().delete(userRoles).where(eq(userRoles.userId, leaver.id));
    invalidateSessions();
    await runTasksOf(data.id);
    expect(await stored(data.id)).toMatchObject({ status: "failed", failure: "noPermission", rows: null });
    const closed = await makePerson({ roles: ["administrator"] });
    const account = unique("l");
    const run = await importsAs(closed).check(fileOf(account));
    await importsAs(closed).confirm(run.id);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, closed.id));
    invalidateSessions();
    await runTasksOf(run.id);
    expect(await stored(run.id)).toMatchObject({ status: "failed", failure: "noPermission" });
    expect(await exists(account)).toBe(false);
  });

  it("lose their codes after a day, and what was not confirmed ends", async () => {
    const as = importsAs(first);
    const run = await as.check(fileOf(unique("d")));
    await as.confirm(run.id);
    await runTasksOf(run.id);
    const waiting = await as.check(fileOf(unique("d")));
    const old = new Date(Date.now() - 25 * 3_600_000);
    await db().update(importRuns).set({ finishedAt: old, updatedAt: old }).where(eq(importRuns.id, run.id));
    await db().update(importRuns).set({ updatedAt: old }).where(eq(importRuns.id, waiting.id));
    await sweepImports(db(), new Date(Date.now() - 24 * 3_600_000), new Date(0));
    expect(await as.codes(run.id)).toBe(409);
    expect(await as.read(waiting.id)).toMatchObject({ status: "cancelled", failure: { key: "importExpired" } });
    expect((await stored(waiting.id)).rows).toBeNull();
  });
});
