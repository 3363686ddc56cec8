import { and, eq } from "drizzle-orm";
import { db } from "@/db/client";
import { syncRuns } from "@/db/schema/directory-sync";
import { notifications } from "@/db/schema/notifications";
import { operationLogs } from "@/db/schema/operation-log";
import { users } from "@/db/schema/organisation";
import { ChannelError } from "@/lib/auth/channels/errors";
import { isSyncDue, startDue } from "@/lib/features/directory-sync/service/schedule";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { fakeDirectories, makeDirectory, outsider, syncAs } from "@/tests/factories/directory-sync";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let first: Person;
let second: Person;
let staff: Person;
const made: string[] = [];
beforeAll(async () => {
  fakeDirectories();
  await startJobs(TASK_JOBS, false);
  [first, second] = [
    await makePerson({ roles: ["administrator"] }),
    await makePerson({ codes: ["SYSTEM:CONFIG:SSO"] }),
  ];
  staff = await makePerson();
});
afterEach(async () => {
  for (const id of made.splice(0)) await dropLoginChannel(id);
});
afterAll(() => stopJobs(100));

const hourly = async (accounts: string[], more: Parameters<typeof makeDirectory>[1] = {}) => {
  const result = await makeDirectory(
    { people: accounts.map((account) => outsider(account)) },
    { ...more, sync: { schedule: "hourly", ...more.sync } },
  );
  made.push(result.channel.id);
  return result;
};
const runsOf = (channelId: string) =>
  db().select().from(syncRuns).where(eq(syncRuns.channelId, channelId)).orderBy(syncRuns.createdAt);
const toldOf = async (userId: string, kind: string) =>
  (
    await db()
      .select()
      .from(notifications)
      .where(and(eq(notifications.userId, userId), eq(notifications.kind, kind)))
  ).length;

/** What the queue would do until nothing is left. */
async function work(id: string): Promise<string> {
  await runTasksOf(id);
  await runTasksOf(id);
  return (await db().select().from(syncRuns).where(eq(syncRuns.id, id)))[0]!.status;
}
/** An hour passes for a channel. */
async function later(channelId: string): Promise<string> {
  await db()
    .update(syncRuns)
    .set({ createdAt: new Date(Date.now() - 3_600_000) })
    .where(eq(syncRuns.channelId, channelId));
  await startDue();
  const open = (await runsOf(channelId)).filter(({ status }) => status === "reading");
  expect(open).toHaveLength(1);
  return open[0]!.id;
}

describe("the schedule", () => {
  it("reads and applies by itself, in the channel's name", async () => {
    const account = unique("auto");
    const { channel } = await hourly([account]);
    await startDue();
    const [run] = await runsOf(channel.id);
    expect(run).toMatchObject({ trigger: "schedule", actorId: null, status: "reading" });
    expect(await work(run!.id)).toBe("done");
    const [person] = await db().select().from(users).where(eq(users.account, account));
    const [log] = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "sync.user.add"), eq(operationLogs.targetId, person!.id)));
    expect(log).toMatchObject({ actorId: null, actorAccount: channel.nameEn });
    // Not again within the hour.
    await startDue();
    expect(await runsOf(channel.id)).toHaveLength(1);
  });

  it("leaves channels that are off, or have no schedule, alone; two processes begin one run", async () => {
    const off = await hourly([unique("p")], { status: "disabled" });
    const none = await hourly([unique("p")], { sync: { schedule: "off" } });
    const { channel } = await hourly([unique("p")]);
    await Promise.all([startDue(), startDue()]);
    expect(await runsOf(off.channel.id)).toEqual([]);
    expect(await runsOf(none.channel.id)).toEqual([]);
    expect(await runsOf(channel.id)).toHaveLength(1);
  });

  it("waits for a person when too many would be disabled, and says so once", async () => {
    const [one, two] = [unique("one"), unique("two")];
    const { channel, set } = await hourly([one, two]);
    await startDue();
    await work((await runsOf(channel.id))[0]!.id);
    set({ people: [outsider(one)] });
    const waiting = await later(channel.id);
    expect(await work(waiting)).toBe("planned");
    expect((await db().select().from(users).where(eq(users.account, two)))[0]?.status).toBe("enabled");
    const before = [await toldOf(first.id, "syncReview"), await toldOf(second.id, "syncReview")];
    expect(before).toEqual([1, 1]);
    expect(await toldOf(staff.id, "syncReview")).toBe(0);
    const again = await later(channel.id);
    expect(await work(again)).toBe("planned");
    expect(await toldOf(first.id, "syncReview")).toBe(1);
    expect((await syncAs(second).read(waiting)).status).toBe("cancelled");
    // A person may, with the number.
    expect((await syncAs(second).apply(again, 1)).code).toBe(200);
    await runTasksOf(again);
    expect((await db().select().from(users).where(eq(users.account, two)))[0]?.status).toBe("disabled");
  });

  it("never believes an empty directory", async () => {
    const account = unique("p");
    const { channel, set } = await hourly([account], { sync: { disableMaxPercent: 100 } });
    await startDue();
    await work((await runsOf(channel.id))[0]!.id);
    set({ people: [] });
    expect(await work(await later(channel.id))).toBe("planned");
    expect((await db().select().from(users).where(eq(users.account, account)))[0]?.status).toBe("enabled");
  });

  it("says when the directory could not be read", async () => {
    const { channel, set } = await hourly([]);
    set(async () => {
      throw new ChannelError("unreachable");
    });
    await startDue();
    const told = await toldOf(second.id, "syncFailed");
    expect(await work((await runsOf(channel.id))[0]!.id)).toBe("failed");
    expect(await toldOf(second.id, "syncFailed")).toBe(told + 1);
    expect(await toldOf(staff.id, "syncFailed")).toBe(0);
  });
});

describe("a day's hour", () => {
  const daily = { schedule: "daily" as const, hour: 3, disableMaxPercent: 10, departments: true };
  const at = (text: string) => new Date(`2026-03-0${text}:00Z`);
  it.each([
    ["1T19:00", null, true],
    ["1T18:59", null, false],
    ["1T19:10", "1T19:00", false],
    ["1T21:30", "1T19:05", false],
    ["1T22:30", null, true],
    ["2T01:30", null, false],
    ["2T19:00", "1T19:00", true],
  ])("in Shanghai at %s, last %s: %s", (now, last, due) => {
    expect(isSyncDue(daily, "Asia/Shanghai", at(now), last ? at(last) : null)).toBe(due);
  });
});
