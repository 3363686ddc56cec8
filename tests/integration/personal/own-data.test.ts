import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as cancelRoute } from "@/app/api/tasks/[id]/cancel/route";
import { GET as tasksRoute } from "@/app/api/tasks/route";
import { POST as beginRoute, GET as dataRoute } from "@/app/api/user/data/route";
import { GET as stateRoute } from "@/app/api/user/data/state/route";
import { POST as addMemory } from "@/app/api/user/memory/items/route";
import { closeDatabase, db } from "@/db/client";
import { chatMessages, chatSessions } from "@/db/schema/conversation";
import { files } from "@/db/schema/files";
import { notifications } from "@/db/schema/notifications";
import { operationLogs } from "@/db/schema/operation-log";
import { tasks } from "@/db/schema/tasks";
import type { TaskDto } from "@/lib/features/notifications/dto";
import type { OwnDataDto } from "@/lib/features/personal/dto";
import { discardOwnData } from "@/lib/features/personal/service/data";
import { fileStore } from "@/lib/files/storage";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";
import { runTasksOf } from "@/tests/factories/tasks";
import { unzip } from "@/tests/factories/unzip";

let one: Person;
let two: Person;
beforeAll(() => startJobs(TASK_JOBS, false));
beforeEach(async () => {
  [one, two] = [await makePerson(), await makePerson()];
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await stopJobs(100);
  await closeDatabase();
});

const begin = async ({ token }: Person) => (await answer<OwnDataDto>(beginRoute, { token, method: "POST" })).data!;
const state = async ({ token }: Person) => (await answer<OwnDataDto>(stateRoute, { token })).data!;
const download = ({ token }: Person) => call(dataRoute, { token });
const listed = async ({ token }: Person) => (await answer<{ items: TaskDto[] }>(tasksRoute, { token })).data!.items;
const archives = (person: Person) =>
  db()
    .select()
    .from(files)
    .where(and(eq(files.ownerId, person.id), eq(files.purpose, "own-data")));

async function chat(person: Person, title: string): Promise<string> {
  const [session] = await db().insert(chatSessions).values({ userId: person.id, title }).returning();
  await db()
    .insert(chatMessages)
    .values({ sessionId: session!.id, role: "user", parts: [{ type: "text", text: `${title} 中文` }] });
  return session!.id;
}

describe("the archive of all own data", () => {
  it("holds what is the person's own and nothing else, and is told to the log", async () => {
    const own = await chat(one, "own chat");
    await chat(two, "foreign chat");
    await answer(addMemory, { token: one.token, body: { text: "remembered" } });
    expect(await begin(one)).toEqual({ status: "waiting", progress: 0, isReady: false });
    await runTasksOf(one.id);
    expect(await state(one)).toMatchObject({ status: "done", isReady: true });
    const response = await download(one);
    expect(response.headers.get("content-disposition")).toContain(`${one.account}-`);
    const read = unzip(Buffer.from(await response.arrayBuffer()));
    const empty = [
      "collected",
      "prompts",
      "search-settings",
      "documents",
      "drawings",
      "knowledge-bases",
      "knowledge-drafts",
      "usage",
      "apps",
      "tools",
      "app-runs",
      "search-sources",
    ];
    const parts = ["profile", "memories", ...empty, `chats/${own}`];
    expect([...read.keys()]).toEqual(parts.map((name) => `${name}.json`));
    const json = (name: string) => JSON.parse(read.get(name) ?? "null") as unknown;
    expect(json("profile.json")).toMatchObject({ account: one.account });
    expect(json(`chats/${own}.json`)).toMatchObject({
      title: "own chat",
      messages: [{ role: "user", parts: [{ type: "text", text: "own chat 中文" }] }],
    });
    expect(json("memories.json")).toContainEqual(expect.objectContaining({ text: "remembered" }));
    expect(json("search-settings.json")).toEqual({ prompts: [], values: null });
    const lists = empty.filter((name) => name !== "search-settings");
    for (const name of lists) expect(json(`${name}.json`)).toEqual([]);
    const all = [...read.values()].join();
    expect(all).not.toContain("foreign chat");
    expect(all).not.toContain(two.account);
    const told = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.actorId, one.id), eq(operationLogs.action, "personal.data.download")));
    expect(told).toHaveLength(1);
  });

  it("is made once, waits for its owner alone, and is gone once it was taken", async () => {
    await begin(one);
    expect(await listed(one)).toMatchObject([{ kind: "ownData", state: "waiting", href: "/user/info" }]);
    expect(await listed(two)).toEqual([]);
    expect((await download(one)).status).toBe(404);
    await begin(one);
    await runTasksOf(one.id);
    const told = await db().select().from(notifications).where(eq(notifications.userId, one.id));
    expect(told.map(({ kind }) => kind)).toEqual(["dataReady"]);
    expect(await state(two)).toEqual({ status: null, progress: 0, isReady: false });
    expect((await download(two)).status).toBe(404);
    // Asked again, it is the one that waits.
    expect(await begin(one)).toMatchObject({ status: "done", isReady: true });
    expect(await db().select().from(tasks).where(eq(tasks.subject, one.id))).toHaveLength(1);
    await (await download(one)).arrayBuffer();
    await eventually(
      () => state(one),
      ({ isReady }) => !isReady,
    );
    expect((await download(one)).status).toBe(404);
    expect(await begin(one)).toMatchObject({ status: "waiting" });
  });

  it("is made anew after its worker was killed, and leaves nothing when it is cancelled", async () => {
    await chat(one, "own chat");
    await begin(one);
    const killed = { status: "running", step: "write", attempts: 1, leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db().update(tasks).set(killed).where(eq(tasks.subject, one.id));
    await runTasksOf(one.id);
    expect(await state(one)).toMatchObject({ isReady: true });

    await begin(two);
    const store = await fileStore();
    const put = store.put.bind(store);
    const [task] = await listed(two);
    jest.spyOn(store, "put").mockImplementation(async (...args) => {
      await put(...args);
      expect((await answer(cancelRoute, { token: two.token, method: "POST", params: { id: task!.id } })).code).toBe(
        200,
      );
    });
    await runTasksOf(two.id);
    expect(await state(two)).toEqual({ status: "cancelled", progress: 0, isReady: false });
    expect(await archives(two)).toEqual([]);
    expect((await download(two)).status).toBe(404);
  });

  it("waits a week at most, and is made anew for who asks again after a day", async () => {
    await begin(one);
    await runTasksOf(one.id);
    const finishedAt = new Date(Date.now() - 25 * 3_600_000);
    await db().update(tasks).set({ finishedAt }).where(eq(tasks.subject, one.id));
    expect(await begin(one)).toMatchObject({ status: "waiting" });
    await runTasksOf(one.id);
    expect((await archives(one)).filter(({ deletedAt }) => deletedAt === null)).toHaveLength(1);
    await discardOwnData(new Date(Date.now() - 60_000));
    expect(await state(one)).toMatchObject({ isReady: true });
    await discardOwnData(new Date(Date.now() + 60_000));
    expect(await state(one)).toMatchObject({ isReady: false });
    // Nobody takes it back from the trash: the next purge removes it.
    expect((await archives(one)).map(({ deletedAt }) => deletedAt?.getTime())).toEqual([0, 0]);
  });

  it("says why it could not be made", async () => {
    await begin(one);
    const failed = { status: "failed", failure: "interrupted", finishedAt: new Date() } as const;
    await db().update(tasks).set(failed).where(eq(tasks.subject, one.id));
    expect((await answer(dataRoute, { token: one.token })).data).toMatchObject({ error: "interrupted" });
    expect(await begin(one)).toMatchObject({ status: "waiting" });
  });

  it("is refused without the code", async () => {
    const stranger = await makePerson({ codes: ["PERSONAL:CHAT"] });
    for (const [route, method] of [
      [dataRoute, "GET"],
      [stateRoute, "GET"],
      [beginRoute, "POST"],
    ] as const)
      expect((await answer(route, { token: stranger.token, method })).code).toBe(403);
  });
});
