import { and, eq, inArray, like } from "drizzle-orm";
import { GET as SELF } from "@/app/api/admin/user/self-info/route";
import { db } from "@/db/client";
import { countSeats } from "@/db/queries/licence/licence";
import { licences } from "@/db/schema/licence";
import { externalIdentities } from "@/db/schema/login-channels";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import { userRoles } from "@/db/schema/roles";
import { resolveApiKey } from "@/lib/auth/api-key";
import { resetEnv } from "@/lib/config/env";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateLicence } from "@/lib/licence/load";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer } from "@/tests/factories/call";
import { fakeDirectories, makeDirectory, outsider, syncAs } from "@/tests/factories/directory-sync";
import { makeIssuer, putLicence, trust } from "@/tests/factories/licences";
import { dropLoginChannel } from "@/tests/factories/login-channels";
import { makeRole, roleIdOf, unique } from "@/tests/factories/organisation";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
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

const rowOf = async (account: string) => (await db().select().from(users).where(eq(users.account, account)))[0]!;
const keyOf = (secret: string) =>
  resolveApiKey(new Headers({ authorization: `Bearer ${secret}` }), first.actor.request);
const departmentOf = async (name: string) =>
  (await db().select().from(departments).where(eq(departments.name, name)))[0]!;

describe("a plan that is applied", () => {
  it("makes departments and people, moves and changes them, and tells the log of each", async () => {
    const [top, below, account] = [unique("Top"), unique("Below"), unique("p")];
    const role = await makeRole(["PERSONAL:CHAT"]);
    const tree = [
      { id: "1", parentId: null, name: top },
      { id: "2", parentId: "1", name: below },
    ];
    const { channel, set } = await directory(
      { departments: tree, people: [outsider(account, { departmentIds: ["2"], email: "p@x.cn" })] },
      { provisioning: { roleIds: [role] } },
    );
    expect(await syncAs(first).sync(channel.id)).toMatchObject({ status: "done", total: 3, done: 3, failed: 0 });
    const person = await rowOf(account);
    expect(person).toMatchObject({
      type: "sso",
      status: "enabled",
      email: "p@x.cn",
      departmentId: (await departmentOf(below)).id,
    });
    expect((await departmentOf(below)).path).toContain((await departmentOf(top)).id);
    const [identity] = await db().select().from(externalIdentities).where(eq(externalIdentities.userId, person.id));
    expect(identity).toMatchObject({ issuer: channel.issuer, subject: account, channelId: channel.id });
    expect(await db().select().from(userRoles).where(eq(userRoles.userId, person.id))).toMatchObject([
      { roleId: role },
    ]);

    // The same again comes to nothing; then everything moves.
    expect(await syncAs(second).preview(channel.id)).toMatchObject({ total: 0, summary: {}, needsReview: false });
    const renamed = unique("Renamed");
    set({
      departments: [
        { id: "1", parentId: null, name: renamed },
        { id: "2", parentId: null, name: below },
      ],
      people: [outsider(account, { name: "李雷", departmentIds: ["1"] })],
    });
    const run = await syncAs(second).sync(channel.id);
    expect(run).toMatchObject({
      status: "done",
      failed: 0,
      summary: { "department.change": 1, "department.move": 1, "user.move": 1 },
    });
    expect(await rowOf(account)).toMatchObject({
      name: "李雷",
      email: "p@x.cn",
      departmentId: (await departmentOf(renamed)).id,
    });
    expect((await departmentOf(below)).path).not.toContain((await departmentOf(renamed)).id);
    const logs = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.targetId, person.id), like(operationLogs.action, "sync.%")));
    expect(logs.map(({ action, actorId }) => [action, actorId]).sort()).toEqual([
      ["sync.user.add", first.id],
      ["sync.user.move", second.id],
    ]);
    const ends = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "sync.run"), eq(operationLogs.targetId, channel.id)));
    expect(ends).toHaveLength(2);
  });

  it("ends a leaver's open session at once, and lets them in again when they are back", async () => {
    const [leaver, other, name] = [unique("leaver"), unique("stays"), unique("Dept")];
    const tree = [{ id: "d", parentId: null, name }];
    const { channel, set } = await directory({
      departments: tree,
      people: [outsider(leaver, { departmentIds: ["d"] }), outsider(other)],
    });
    await syncAs(first).sync(channel.id);
    const { id } = await rowOf(leaver);
    const { token } = await signIn(id);
    const { secret } = await makeApiKey({ id });
    expect((await answer(SELF, { token })).code).toBe(200);
    expect(await keyOf(secret)).not.toBeNull();
    set({ people: [outsider(other)] });
    const run = await syncAs(first).preview(channel.id);
    expect(run).toMatchObject({ needsReview: true, summary: { "user.disable": 1, "department.disable": 1 } });
    // A second look: without the number, or with a wrong one, nothing happens.
    for (const wrong of [undefined, 0, 2]) {
      expect((await syncAs(first).apply(run.id, wrong)).data).toMatchObject({ error: "syncReview" });
    }
    expect((await syncAs(first).apply(run.id, 1)).code).toBe(200);
    await runTasksOf(run.id);
    expect((await answer(SELF, { token })).code).toBe(401);
    expect(await keyOf(secret)).toBeNull();
    expect((await rowOf(leaver)).status).toBe("disabled");
    expect((await departmentOf(name)).status).toBe("disabled");
    expect((await rowOf(other)).status).toBe("enabled");

    set({ departments: tree, people: [outsider(leaver, { departmentIds: ["d"] }), outsider(other)] });
    expect(await syncAs(first).sync(channel.id)).toMatchObject({
      summary: { "user.enable": 1, "department.enable": 1 },
      failed: 0,
    });
    expect((await rowOf(leaver)).status).toBe("enabled");
    expect((await departmentOf(name)).status).toBe("enabled");
  });

  it("does not open what a person closed", async () => {
    const account = unique("shut");
    const { channel } = await directory({ people: [outsider(account)] });
    await syncAs(first).sync(channel.id);
    await db().update(users).set({ status: "disabled" }).where(eq(users.account, account));
    const run = await syncAs(first).preview(channel.id);
    expect((await syncAs(first).items(run.id)).items).toMatchObject([{ action: "conflict", reason: "disabledHere" }]);
  });

  it("leaves alone who changed since the preview, and goes on with the rest", async () => {
    const [one, two, three] = [unique("one"), unique("two"), unique("three")];
    const { channel, set } = await directory({ people: [outsider(one), outsider(two)] });
    await syncAs(first).sync(channel.id);
    set({ people: [outsider(one, { name: "New one" }), outsider(two, { name: "New two" }), outsider(three)] });
    const run = await syncAs(first).preview(channel.id);
    await db().update(users).set({ name: "By hand" }).where(eq(users.account, one));
    await makePerson({ account: three });
    await syncAs(first).apply(run.id);
    await runTasksOf(run.id);
    expect(await syncAs(first).read(run.id)).toMatchObject({ status: "done", total: 3, done: 3, failed: 2 });
    const { items } = await syncAs(first).items(run.id, { state: "failed" });
    expect(items.map(({ account, reason }) => [account, reason])).toEqual([
      [one, "syncChanged"],
      [three, "accountTaken"],
    ]);
    expect([(await rowOf(one)).name, (await rowOf(two)).name]).toEqual(["By hand", "New two"]);
  });

  it("never disables whoever applies it, nor an administrator by somebody who is none", async () => {
    const [me, boss] = [unique("me"), unique("boss")];
    const { channel, set } = await directory({ people: [outsider(me), outsider(boss)] });
    await syncAs(first).sync(channel.id);
    const role = await roleIdOf("administrator");
    const ids = [(await rowOf(me)).id, (await rowOf(boss)).id];
    await db()
      .insert(userRoles)
      .values(ids.map((userId) => ({ userId, roleId: role })));
    const self = { id: ids[0]!, account: me, ...(await signIn(ids[0]!)) };
    set({ people: [outsider(unique("else"))] });
    const byOther = await syncAs(second).sync(channel.id);
    expect((await syncAs(first).items(byOther.id, { state: "failed" })).items.map(({ reason }) => reason)).toEqual([
      "administratorTarget",
      "administratorTarget",
    ]);
    expect(await syncAs(self).sync(channel.id)).toMatchObject({ status: "done", failed: 0 });
    expect([(await rowOf(me)).status, (await rowOf(boss)).status]).toEqual(["enabled", "disabled"]);
  });

  it("keeps the last administrator who can come in", async () => {
    const account = unique("last");
    const { channel, set } = await directory({ people: [outsider(account), outsider(unique("x"))] });
    await syncAs(first).sync(channel.id);
    const { id } = await rowOf(account);
    const role = await roleIdOf("administrator");
    await db().insert(userRoles).values({ userId: id, roleId: role });
    set({ people: [] });
    const run = await syncAs(first).preview(channel.id);
    expect((await syncAs(first).apply(run.id, 2)).code).toBe(200);
    // Everybody else who could run the product is out, but for the person who applies it, who comes in from elsewhere.
    const held = await db().select({ id: userRoles.userId }).from(userRoles).where(eq(userRoles.roleId, role));
    const others = held.map((row) => row.id).filter((userId) => userId !== id);
    const locals = await db()
      .select({ id: users.id })
      .from(users)
      .where(and(inArray(users.id, others), eq(users.type, "local")));
    await db()
      .update(users)
      .set({ type: "sso" })
      .where(
        inArray(
          users.id,
          locals.map((row) => row.id),
        ),
      );
    try {
      await runTasksOf(run.id);
    } finally {
      await db()
        .update(users)
        .set({ type: "local" })
        .where(
          inArray(
            users.id,
            locals.map((row) => row.id),
          ),
        );
    }
    const { items } = await syncAs(first).items(run.id, { state: "failed" });
    expect(items).toMatchObject([{ account, reason: "lastAdministrator" }]);
    expect((await rowOf(account)).status).toBe("enabled");
    expect(await syncAs(first).read(run.id)).toMatchObject({ status: "done", done: 2, failed: 1 });
  });

  it("gives no more seats than there are", async () => {
    const issuer = makeIssuer();
    const key = process.env.LICENCE_PUBLIC_KEY;
    const accounts = Array.from({ length: 4 }, () => unique("seat"));
    const { channel } = await directory({ people: accounts.map((account) => outsider(account)) });
    trust(issuer);
    const id = await putLicence(issuer.issue({ seats: (await countSeats(db())) + 3 }));
    try {
      const run = await syncAs(first).preview(channel.id);
      expect(run.summary).toEqual({ "user.add": 3, "user.conflict": 1 });
      // One more person takes a seat in between.
      await makePerson();
      await syncAs(first).apply(run.id);
      await runTasksOf(run.id);
      expect((await syncAs(first).items(run.id, { state: "failed" })).items).toMatchObject([{ reason: "seats" }]);
      expect(await db().select().from(users).where(inArray(users.account, accounts))).toHaveLength(2);
    } finally {
      await db().delete(licences).where(eq(licences.id, id));
      if (key === undefined) delete process.env.LICENCE_PUBLIC_KEY;
      else process.env.LICENCE_PUBLIC_KEY = key;
      resetEnv();
      invalidateLicence();
    }
  });
});
