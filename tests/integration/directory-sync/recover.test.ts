import { and, eq, inArray, isNull } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { removeOldRuns } from "@/db/queries/directory-sync/runs";
import { syncRuns } from "@/db/schema/directory-sync";
import { externalIdentities, loginChannels } from "@/db/schema/login-channels";
import { users } from "@/db/schema/organisation";
import { tasks } from "@/db/schema/tasks";
import { invalidateSessions } from "@/lib/auth/session";
import { APPLY_CHUNK } from "@/lib/features/directory-sync/kinds";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abortSubject } from "@/lib/tasks/run";
import { fakeDirectories, makeDirectory, outsider, syncAs } from "@/tests/factories/directory-sync";
import { eventually } from "@/tests/factories/eventually";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let first: Person;
let second: Person;
const made: string[] = [];
const directory = async (...input: Parameters<typeof makeDirectory>) => {
  const result = await makeDirectory(...input);
  made.push(result.channel.id);
  return result;
};
beforeAll(async () => {
  fakeDirectories();
  await startJobs(TASK_JOBS, false);
  [first, second] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ roles: ["staff"], codes: ["SYSTEM:CONFIG:SSO"] }),
  ];
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await stopJobs(100);
});
const countOf = async (accounts: string[]) =>
  (await db().select({ id: users.id }).from(users).where(inArray(users.account, accounts))).length;

const change = (runId: string, to: Partial<typeof tasks.$inferInsert>) =>
  db()
    .update(tasks)
    .set(to)
    .where(and(eq(tasks.subject, runId), isNull(tasks.finishedAt)));

/** The worker stops when it has carried out some lines, and not all; how many. */
async function stopInTheMiddle(runId: string): Promise<number> {
  const running = runTasksOf(runId);
  const row = () => db().select({ done: syncRuns.done }).from(syncRuns).where(eq(syncRuns.id, runId));
  await eventually(row, ([run]) => run!.done >= APPLY_CHUNK, 1);
  abortSubject(runId);
  await running;
  const { done, total } = await syncAs(first).read(runId);
  expect(done).toBeLessThan(total);
  return done;
}

describe("a run whose process is killed", () => {
  it("goes on where it was: everybody once", async () => {
    const accounts = Array.from({ length: APPLY_CHUNK * 4 + 7 }, (_, index) => unique(`k${index}-`));
    const { channel } = await directory({ people: accounts.map((account) => outsider(account)) });
    const run = await syncAs(first).preview(channel.id);
    await syncAs(first).apply(run.id);
    const done = await stopInTheMiddle(run.id);
    expect(await countOf(accounts)).toBe(done);
    expect(await syncAs(second).read(run.id)).toMatchObject({ status: "applying", done, failed: 0 });
    // A killed one gives nothing back, its lease is over. Two workers at once do it once.
    await change(run.id, { status: "running", leaseId: v7(), leaseUntil: new Date(0) });
    await Promise.all([runTasksOf(run.id), runTasksOf(run.id)]);
    expect(await syncAs(first).read(run.id)).toMatchObject({ status: "done", done: accounts.length, failed: 0 });
    expect(await countOf(accounts)).toBe(accounts.length);
    const bound = await db().select().from(externalIdentities).where(eq(externalIdentities.issuer, channel.issuer));
    expect(bound).toHaveLength(accounts.length);
    expect((await syncAs(first).items(run.id, { state: "done" })).total).toBe(accounts.length);
  });

  it("can be cancelled on the way; what is done stays", async () => {
    const accounts = Array.from({ length: APPLY_CHUNK * 4 + 5 }, (_, index) => unique(`c${index}-`));
    const { channel } = await directory({ people: accounts.map((account) => outsider(account)) });
    const run = await syncAs(first).preview(channel.id);
    await syncAs(first).apply(run.id);
    const done = await stopInTheMiddle(run.id);
    expect((await syncAs(second).cancel(run.id)).code).toBe(200);
    await runTasksOf(run.id);
    expect(await syncAs(first).read(run.id)).toMatchObject({ status: "cancelled", done });
    expect(await countOf(accounts)).toBe(done);
    // What is left comes with the next one.
    const left = accounts.length - done;
    expect(await syncAs(first).sync(channel.id)).toMatchObject({ status: "done", summary: { "user.add": left } });
  });

  it("is given up when it ends its process again and again", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    const { data } = await syncAs(first).start(channel.id);
    await change(data!.id, { status: "running", leaseId: v7(), leaseUntil: new Date(0), attempts: 3 });
    await runTasksOf(data!.id);
    expect(await syncAs(first).read(data!.id)).toMatchObject({ status: "failed", failure: "syncInterrupted" });
    expect((await syncAs(second).start(channel.id)).code).toBe(200);
  });

  it("ends when the settings changed, or whoever applied it lost the right", async () => {
    const account = unique("p");
    const { channel } = await directory({ people: [outsider(account)] });
    const stale = await syncAs(first).preview(channel.id);
    await syncAs(first).apply(stale.id);
    await db().update(loginChannels).set({ version: 2 }).where(eq(loginChannels.id, channel.id));
    await runTasksOf(stale.id);
    expect(await syncAs(first).read(stale.id)).toMatchObject({ status: "failed", failure: "syncStale" });
    const leaver = await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] });
    const run = await syncAs(leaver).preview(channel.id);
    await syncAs(leaver).apply(run.id);
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, leaver.id));
    invalidateSessions();
    await runTasksOf(run.id);
    expect(await syncAs(first).read(run.id)).toMatchObject({ status: "failed", failure: "noPermission" });
    expect(await countOf([account])).toBe(0);
  });
});

it("keeps the newest runs, and those that still keep somebody out", async () => {
  const [stays, leaver] = [unique("stays"), unique("leaver")];
  const { channel, set } = await directory({ people: [outsider(stays), outsider(leaver)] });
  await syncAs(first).sync(channel.id);
  set({ people: [outsider(stays)] });
  const closing = await syncAs(first).sync(channel.id);
  const rows = Array.from({ length: 4 }, () => ({
    id: v7(),
    channelId: channel.id,
    trigger: "manual" as const,
    status: "done" as const,
    channelVersion: 1,
  }));
  await db().insert(syncRuns).values(rows);
  await removeOldRuns(db(), 3, new Date(0));
  const left = (await syncAs(second).list(channel.id)).data!.items.map(({ id }) => id).sort();
  expect(left).toEqual([closing.id, ...rows.slice(1).map(({ id }) => id)].sort());
  await removeOldRuns(db(), 100, new Date(Date.now() + 1000));
  expect((await syncAs(second).list(channel.id)).data!.items.map(({ id }) => id)).toEqual([closing.id]);
});
