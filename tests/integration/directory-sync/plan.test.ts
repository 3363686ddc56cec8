import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { syncRuns } from "@/db/schema/directory-sync";
import { externalIdentities, loginChannels } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { ChannelError } from "@/lib/auth/channels/errors";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { fakeDirectories, makeDirectory, outsider, syncAs } from "@/tests/factories/directory-sync";
import { dropLoginChannel, makeLoginChannel } from "@/tests/factories/login-channels";
import { makeRole, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let first: Person;
let second: Person;
let staff: Person;
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
    await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] }),
  ];
  staff = await makePerson();
});
afterAll(async () => {
  for (const id of made) await dropLoginChannel(id);
  await stopJobs(100);
});

const accountThere = async (account: string) =>
  (await db().select().from(users).where(eq(users.account, account))).length;

describe("a preview", () => {
  it("changes nobody and is logged", async () => {
    const account = unique("new");
    const { channel } = await directory({
      people: [outsider(account)],
      departments: [{ id: "1", parentId: null, name: unique("D") }],
    });
    const run = await syncAs(first).preview(channel.id);
    expect(run).toMatchObject({
      status: "planned",
      summary: { "user.add": 1, "department.add": 1 },
      total: 2,
      done: 0,
    });
    expect(await accountThere(account)).toBe(0);
    const { items } = await syncAs(second).items(run.id);
    expect(items.map(({ subject, action, state }) => `${subject} ${action} ${state}`)).toEqual([
      "department add planned",
      "user add planned",
    ]);
    expect((await syncAs(first).items(run.id, { subject: "user", keyword: account.toUpperCase() })).total).toBe(1);
    expect((await syncAs(first).items(run.id, { action: "disable" })).total).toBe(0);
    const [log] = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "sync.preview"), eq(operationLogs.targetId, channel.id)));
    expect(log).toMatchObject({ actorId: first.id, result: "success" });
  });

  it("is for those who look after channels", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    expect((await syncAs(staff).start(channel.id)).code).toBe(403);
    const run = await syncAs(second).preview(channel.id);
    expect(await syncAs(staff).code(run.id)).toBe(403);
    expect((await syncAs(staff).apply(run.id)).code).toBe(403);
    expect((await syncAs(staff).cancel(run.id)).code).toBe(403);
    expect((await syncAs(staff).settings(channel.id, {})).code).toBe(403);
    expect((await syncAs(staff).list(channel.id)).code).toBe(403);
  });

  it("is not there for unknown runs, malformed ids and kinds without a directory", async () => {
    const other = await makeLoginChannel({
      kind: "oidc",
      settings: { issuer: `https://idp.test/${v7()}` },
      secrets: { clientSecret: "s" },
    });
    made.push(other.id);
    expect((await syncAs(first).start(other.id)).code).toBe(404);
    expect((await syncAs(first).start("x")).code).toBe(404);
    expect(await syncAs(first).code(v7())).toBe(404);
    expect(await syncAs(first).code("x")).toBe(404);
    expect((await syncAs(first).cancel(v7())).code).toBe(404);
  });

  it("is one at a time; the next one puts the last aside", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    const both = await Promise.all([syncAs(first).start(channel.id), syncAs(second).start(channel.id)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(both.find(({ code }) => code === 409)?.data).toMatchObject({ error: "syncRunning" });
    const id = both.find(({ code }) => code === 200)!.data!.id;
    await runTasksOf(id);
    const again = await syncAs(second).preview(channel.id);
    expect((await syncAs(first).read(id)).status).toBe("cancelled");
    expect((await syncAs(first).apply(id)).data).toMatchObject({ error: "syncEnded" });
    expect((await syncAs(first).list(channel.id)).data?.items.map((run) => run.id)).toEqual([again.id, id]);
  });

  it("ends with its reason when the directory cannot be read; nothing is changed", async () => {
    const { channel, set } = await directory();
    set(async () => {
      throw new ChannelError("clientRefused");
    });
    expect(await syncAs(first).preview(channel.id)).toMatchObject({
      status: "failed",
      failure: "clientRefused",
      total: 0,
    });
    set(async () => {
      throw new TypeError("nobody expected this");
    });
    expect(await syncAs(first).preview(channel.id)).toMatchObject({ status: "failed", failure: "answer" });
  });

  it("can be cancelled while it reads, between two pages", async () => {
    const { channel, set } = await directory();
    let pages = 0;
    const { data } = await syncAs(first).start(channel.id);
    set(async (_, { onProgress }) => {
      for (; pages < 5; pages++) {
        await onProgress(pages * 100);
        if (pages === 1) expect((await syncAs(second).cancel(data!.id)).code).toBe(200);
      }
      return { departments: [], people: [] };
    });
    await runTasksOf(data!.id);
    expect(pages).toBe(2);
    expect((await syncAs(first).read(data!.id)).status).toBe("cancelled");
    expect((await syncAs(first).cancel(data!.id)).data).toMatchObject({ error: "syncEnded" });
  });

  it("made with other settings is stale", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    const run = await syncAs(first).preview(channel.id);
    await db().update(loginChannels).set({ version: 2 }).where(eq(loginChannels.id, channel.id));
    expect((await syncAs(first).read(run.id)).isStale).toBe(true);
    expect((await syncAs(first).apply(run.id)).data).toMatchObject({ error: "syncStale" });
    expect((await db().select().from(syncRuns).where(eq(syncRuns.id, run.id)))[0]?.status).toBe("planned");
  });

  it("made with other roles or rules is stale too", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    const run = await syncAs(first).preview(channel.id);
    const provisioning = { ...channel.provisioning, roleIds: [v7()] };
    await db().update(loginChannels).set({ provisioning }).where(eq(loginChannels.id, channel.id));
    expect((await syncAs(first).apply(run.id)).data).toMatchObject({ error: "syncStale" });
    expect((await syncAs(second).preview(channel.id)).isStale).toBe(false);
  });

  it("leaves an account of somebody else alone, also one that was linked", async () => {
    const person = await makePerson({ account: unique("taken") });
    const { channel } = await directory({ people: [outsider(person.account), outsider("linked", { disabled: true })] });
    await db().insert(externalIdentities).values({ issuer: channel.issuer, subject: "linked", userId: staff.id });
    const run = await syncAs(first).preview(channel.id);
    expect(run).toMatchObject({ summary: { "user.conflict": 2 }, total: 0 });
    const { items } = await syncAs(first).items(run.id);
    expect(items.map(({ reason }) => reason).sort()).toEqual(["accountTaken", "localAccount"]);
  });
});

describe("settings", () => {
  it("are not for somebody who lacks what the channel gives", async () => {
    const role = await makeRole(["PERSONAL:CHAT"]);
    const { channel } = await directory({}, { provisioning: { roleIds: [role] } });
    const wanted = { schedule: "daily", hour: 4, disableMaxPercent: 100, departments: true };
    const refused = await syncAs(second).settings(channel.id, wanted);
    expect(refused).toMatchObject({ code: 403, data: { error: "channelStronger" } });
    expect((await syncAs(first).settings(channel.id, wanted)).code).toBe(200);
  });

  it("are checked and kept; other limits put a plan aside", async () => {
    const { channel } = await directory({ people: [outsider(unique("p"))] });
    const run = await syncAs(first).preview(channel.id);
    const wanted = { schedule: "daily", hour: 23, disableMaxPercent: 100, departments: false };
    for (const wrong of [
      { hour: 24 },
      { hour: -1 },
      { disableMaxPercent: 101 },
      { schedule: "weekly" },
      { extra: 1 },
    ]) {
      expect((await syncAs(second).settings(channel.id, { ...wanted, ...wrong })).code).toBe(400);
    }
    expect((await syncAs(second).settings(channel.id, wanted)).code).toBe(200);
    expect((await syncAs(first).list(channel.id)).data?.settings).toEqual({ ...wanted, revision: expect.any(String) });
    expect((await syncAs(first).read(run.id)).status).toBe("cancelled");
    expect((await syncAs(second).settings(v7(), wanted)).code).toBe(404);
  });
});
