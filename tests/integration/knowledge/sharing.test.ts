import { and, count, eq, like } from "drizzle-orm";
import { POST as copyRoute } from "@/app/api/knowledge/bases/[id]/copy/route";
import { GET as explainRoute } from "@/app/api/knowledge/bases/[id]/reach/[userId]/route";
import { POST as previewRoute, GET as reachRoute } from "@/app/api/knowledge/bases/[id]/reach/route";
import { PATCH as changeRoute, GET as readRoute } from "@/app/api/knowledge/bases/[id]/route";
import { POST as transferRoute } from "@/app/api/knowledge/bases/[id]/transfer/route";
import { GET as ownersRoute } from "@/app/api/knowledge/owners/route";
import { closeDatabase, db } from "@/db/client";
import { fileVersions } from "@/db/schema/files";
import { knowledgeBases, knowledgeFiles } from "@/db/schema/knowledge";
import { notifications } from "@/db/schema/notifications";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import { parsedVersions } from "@/db/schema/parsing";
import { sliceSets } from "@/db/schema/retrieval";
import { tasks } from "@/db/schema/tasks";
import { invalidateSessions } from "@/lib/auth/session";
import type { BaseDto, ReachChangeDto, ReachExplanationDto, ReachedDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { protocolOf } from "@/lib/models/protocols";
import { BUILTIN_TEMPLATE } from "@/lib/models/templates";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { roleIdOf, unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";

let owner: Person;
let other: Person;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const post = <T>(route: Parameters<typeof answer>[0], person: Person, id: string, body: object) =>
  answer<T>(route, { token: person.token, method: "POST", params: { id }, body });
const read = (person: Person, id: string) => answer<BaseDto>(readRoute, { token: person.token, params: { id } });

describe("a copy of a base", () => {
  const copy = (person: Person, id: string, withFiles: boolean) =>
    post<{ id: string }>(copyRoute, person, id, { name: "Copy", withFiles });

  it("brings settings and files, and buys and reads nothing again", async () => {
    const base = await makeBase(owner, { description: "All rules", icon: "scale", visibility: "all" });
    await makeKnowledgeFile(owner, base, "lease.txt", "The lease of the north office ends on 31 March 2027.\n");
    await makeKnowledgeFile(owner, base, "travel.txt", "Travel costs are paid back within ten days.\n");
    const embed = jest.spyOn(await protocolOf(BUILTIN_TEMPLATE), "embed");
    const { data } = await copy(owner, base, true);
    const id = data!.id;
    await runTasksOf(id);
    const readings = await db()
      .select({ index: parsedVersions.index })
      .from(parsedVersions)
      .innerJoin(fileVersions, eq(fileVersions.id, parsedVersions.versionId))
      .innerJoin(knowledgeFiles, eq(knowledgeFiles.fileId, fileVersions.fileId))
      .where(eq(knowledgeFiles.baseId, id));
    expect(readings.map(({ index }) => index !== null)).toEqual([true, true]);
    for (const { versionId } of await db()
      .select({ versionId: tasks.subject })
      .from(tasks)
      .where(and(eq(tasks.kind, "knowledgeFile"), eq(tasks.status, "waiting"), eq(tasks.ownerId, owner.id))))
      await runTasksOf(versionId!);
    expect(embed).not.toHaveBeenCalled();
    expect((await read(owner, id)).data).toMatchObject({
      name: "Copy",
      description: "All rules",
      icon: "scale",
      visibility: "self",
      fileCount: 2,
    });
    const rows = await db().select().from(knowledgeFiles).where(eq(knowledgeFiles.baseId, id));
    expect(rows.map(({ status, sliceCount }) => [status, sliceCount])).toEqual([
      ["ready", 1],
      ["ready", 1],
    ]);
    const sets = await db().select().from(sliceSets).where(eq(sliceSets.owner, id));
    expect(sets).toHaveLength(2);
    // The one that was copied stays as it was.
    expect((await read(owner, base)).data).toMatchObject({ fileCount: 2, visibility: "all" });
  });

  it("without files is empty, and is theirs who may manage the other alone", async () => {
    const base = await makeBase(owner, { visibility: "all" });
    await makeKnowledgeFile(owner, base, "lease.txt", "The lease ends on 31 March 2027.\n");
    expect(await copy(other, base, true)).toMatchObject({ code: 404 });
    const { data } = await copy(owner, base, false);
    expect((await read(owner, data!.id)).data).toMatchObject({ fileCount: 0, isOwn: true });
    expect((await read(other, data!.id)).code).toBe(404);
  });

  it("stops when the right to the other base is withdrawn", async () => {
    const base = await makeBase(owner, { visibility: "partial", grants: [granted("user", other.id, "manage")] });
    await makeKnowledgeFile(owner, base, "lease.txt", "The lease ends on 31 March 2027.\n");
    const { data } = await copy(other, base, true);
    await answer(changeRoute, { token: owner.token, method: "PATCH", params: { id: base }, body: { grants: [] } });
    await runTasksOf(data!.id);
    expect((await read(other, data!.id)).data).toMatchObject({ fileCount: 0 });
    const [task] = await db().select().from(tasks).where(eq(tasks.subject, data!.id));
    expect(task).toMatchObject({ status: "failed" });
  });
});

describe("giving a base away", () => {
  it("makes it another's, who hears of it; the giver may stay as manager", async () => {
    const base = await makeBase(owner, { visibility: "all", grants: [granted("user", other.id, "manage")] });
    expect(await post(transferRoute, other, base, { userId: other.id })).toMatchObject({ code: 403 });
    expect(await post(transferRoute, owner, base, { userId: other.id, keep: true })).toMatchObject({ code: 200 });
    expect((await read(other, base)).data).toMatchObject({ isOwn: true });
    expect((await read(owner, base)).data).toMatchObject({ isOwn: false, mayManage: true });
    const heard = await db().select().from(notifications).where(eq(notifications.userId, other.id));
    expect(heard).toMatchObject([{ kind: "baseTransferred", args: { name: "Rules" } }]);
    const [event] = await db()
      .select({ count: count() })
      .from(operationLogs)
      .where(and(like(operationLogs.action, "knowledge.base.transfer"), eq(operationLogs.targetId, base)));
    expect(event).toEqual({ count: 1 });
    // Back again, and this time for good.
    await post(transferRoute, other, base, { userId: owner.id });
    expect((await read(other, base)).data).toMatchObject({ mayManage: false });
  });

  it("goes to nobody who could not manage it", async () => {
    const base = await makeBase(owner);
    const reader = await makePerson({ codes: ["KBCENTER:CHAT"] });
    const gone = await makePerson();
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, gone.id));
    invalidateSessions();
    for (const { id } of [reader, gone, owner])
      expect(await post(transferRoute, owner, base, { userId: id })).toMatchObject({ code: 409 });
    const found = async ({ account }: Person) =>
      (await answer<{ items: unknown[] }>(ownersRoute, { token: owner.token, query: { keyword: account } })).data!.items
        .length;
    expect([await found(other), await found(reader), await found(gone)]).toEqual([1, 0, 0]);
  });
});

it("a manager cannot take the base from themselves", async () => {
  const base = await makeBase(owner, { visibility: "partial", grants: [granted("user", other.id, "manage")] });
  const body = { grants: [] };
  expect(await answer(changeRoute, { token: other.token, method: "PATCH", params: { id: base }, body })).toMatchObject({
    code: 409,
  });
  expect((await read(other, base)).data).toMatchObject({ mayManage: true });
});

describe("whom a base reaches", () => {
  /** A department with one below it, and a person in that one. */
  async function place(person: Person) {
    const [above, below] = [crypto.randomUUID(), crypto.randomUUID()];
    await db()
      .insert(departments)
      .values({ id: above, name: unique("above"), path: `${above}/` });
    await db()
      .insert(departments)
      .values({ id: below, name: unique("below"), path: `${above}/${below}/`, parentId: above });
    await db().update(users).set({ departmentId: below }).where(eq(users.id, person.id));
    invalidateSessions();
    return { above, below };
  }
  const reach = async (person: Person, id: string, query = {}) =>
    answer<{ items: ReachedDto[]; total: number; able: number }>(reachRoute, {
      token: person.token,
      params: { id },
      query,
    });
  const explain = async (id: string, userId: string) =>
    (await answer<ReachExplanationDto>(explainRoute, { token: owner.token, params: { id, userId } })).data!;
  const reasons = async (id: string, person: Person) => (await explain(id, person.id)).reasons;

  it("is said person by person, with every way and the stronger right", async () => {
    const { above } = await place(other);
    const role = await roleIdOf("staff");
    const base = await makeBase(owner, {
      visibility: "partial",
      grants: [granted("department", above, "manage"), granted("user", other.id)],
    });
    const { data } = await reach(owner, base);
    expect(data).toMatchObject({ total: 2, able: 2 });
    expect(data!.items.find(({ id }) => id === other.id)).toMatchObject({
      right: "manage",
      mayManage: true,
      reasons: expect.arrayContaining([
        { kind: "user", right: "view" },
        { kind: "department", right: "manage", name: expect.stringContaining("above"), isAbove: true },
      ]),
    });
    expect((await reach(owner, base, { keyword: other.account })).data).toMatchObject({ total: 1 });
    // Who may only use it, or neither, is told nothing.
    const third = await makePerson();
    expect((await reach(third, base)).code).toBe(404);
    const shown = await makeBase(owner, { visibility: "partial", grants: [granted("role", role)] });
    expect(await reasons(shown, third)).toEqual([
      { kind: "role", right: "view", name: expect.any(String), nameEn: expect.any(String) },
    ]);
    expect((await reach(third, shown)).code).toBe(404);
  });

  it("leaves out who cannot come in, and says what keeps a person from it", async () => {
    const { above, below } = await place(other);
    const reader = await makePerson({ codes: ["PERSONAL:CHAT"] });
    const grants = [granted("department", above), granted("user", reader.id)];
    const base = await makeBase(owner, { visibility: "partial", grants });
    expect((await reach(owner, base)).data).toMatchObject({ total: 3, able: 2 });
    expect(await explain(base, reader.id)).toMatchObject({ reaches: false, right: "view", obstacles: ["noCode"] });
    await db().update(departments).set({ status: "disabled" }).where(eq(departments.id, below));
    expect((await reach(owner, base)).data).toMatchObject({ total: 2 });
    expect(await explain(base, other.id)).toMatchObject({ reaches: false, obstacles: ["departmentClosed"] });
    await db().update(departments).set({ status: "enabled" }).where(eq(departments.id, below));
    await db().update(users).set({ status: "disabled" }).where(eq(users.id, other.id));
    expect((await reach(owner, base)).data).toMatchObject({ total: 2 });
    expect(await explain(base, other.id)).toMatchObject({ obstacles: ["disabled"] });
    await db().update(knowledgeBases).set({ visibility: "self" }).where(eq(knowledgeBases.id, base));
    expect(await explain(base, reader.id)).toMatchObject({ right: null, obstacles: ["onlyOwner", "noCode"] });
    expect((await reach(owner, base)).data).toMatchObject({ total: 1 });
  });

  it("is counted before a change: who gains and who loses it", async () => {
    const { above } = await place(other);
    const third = await makePerson();
    const base = await makeBase(owner, { visibility: "partial", grants: [granted("user", third.id)] });
    const preview = (body: object) => post<ReachChangeDto>(previewRoute, owner, base, body);
    expect((await preview({ visibility: "partial", grants: [granted("department", above)] })).data).toEqual({
      before: 2,
      after: 2,
      gained: 1,
      lost: 1,
      gaining: [other.account],
      losing: [third.account],
    });
    expect((await preview({ visibility: "self", grants: [] })).data).toMatchObject({ after: 1, gained: 0, lost: 1 });
    const { after, gained } = (await preview({ visibility: "all", grants: [] })).data!;
    expect(gained).toBe(after - 2);
    // Nothing was changed by asking.
    expect((await reach(owner, base)).data).toMatchObject({ total: 2 });
  });

  it("agrees with what people are let see", async () => {
    const { above } = await place(other);
    for (const input of [
      { visibility: "all" },
      { visibility: "self", grants: [granted("user", other.id)] },
      { visibility: "partial", grants: [granted("department", above)] },
      { visibility: "partial", grants: [granted("role", await roleIdOf("staff"), "manage")] },
    ]) {
      const base = await makeBase(owner, input);
      const explained = await explain(base, other.id);
      const seen = await read(other, base);
      expect(explained.reaches).toBe(seen.code === 200);
      if (seen.code === 200) expect(explained.mayManage).toBe(seen.data!.mayManage);
    }
  });
});
