import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as oneRoute } from "@/app/api/admin/operation-log/[id]/route";
import { GET as exportRoute } from "@/app/api/admin/operation-log/export/route";
import { GET as peopleRoute } from "@/app/api/admin/operation-log/people/route";
import { GET as listRoute } from "@/app/api/admin/operation-log/route";
import { PATCH as settingsRoute } from "@/app/api/admin/operation-log/settings/route";
import { POST as cancelRoute } from "@/app/api/admin/operation-log/verification/[id]/cancel/route";
import { GET as stateRoute, POST as verifyRoute } from "@/app/api/admin/operation-log/verification/route";
import { API_ROUTES } from "@/app/api/openapi.json/routes";
import { closeDatabase, db } from "@/db/client";
import { insertOperation } from "@/db/queries/audit/operations";
import { systemConfig } from "@/db/schema/config";
import { operationLogs } from "@/db/schema/operation-log";
import { listTasks } from "@/lib/features/notifications/service";
import type { LogStateDto, OperationDetailDto, OperationPage } from "@/lib/features/operation-log/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { sealPending } from "@/lib/operation-log/seal";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, call } from "@/tests/factories/call";
import { eventually } from "@/tests/factories/eventually";
import { makePerson, type Person } from "@/tests/factories/people";

const CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
let auditor: Person;
let staff: Person;
const mark = v7();

const write = async (more: Partial<typeof operationLogs.$inferInsert> = {}) => {
  const id = more.id ?? v7();
  await insertOperation(db(), {
    actorId: staff.id,
    actorAccount: staff.account,
    action: "model.supplier.change",
    targetType: "supplier",
    targetId: mark,
    targetName: "通义千问",
    result: "success",
    address: "203.0.113.7",
    userAgent: CHROME,
    requestId: `req-${id}`,
    ...more,
    id,
  });
  return id;
};
const list = async (query: Record<string, string | number> = {}) =>
  (await answer<OperationPage>(listRoute, { token: auditor.token, query: { targetId: mark, ...query } }))
    .data as OperationPage;
const ids = async (query?: Record<string, string | number>) => (await list(query)).items.map(({ id }) => id);

beforeAll(async () => {
  auditor = await makePerson({ codes: ["SYSTEM:LOGS:OPERATION"] });
  staff = await makePerson();
});
afterEach(() => db().delete(operationLogs).where(eq(operationLogs.targetId, mark)));
afterAll(closeDatabase);

describe("the list", () => {
  it("tells who, what, when, from where, newest first, page by page", async () => {
    const written = [];
    for (let index = 0; index < 5; index++) written.unshift(await write());
    const first = await list({ limit: 2 });
    expect(first).toMatchObject({ totalAtMost: 5, next: written[1] });
    expect(first.items[0]).toMatchObject({
      id: written[0],
      account: staff.account,
      name: staff.account,
      device: "Chrome 140 · Windows",
      address: "203.0.113.7",
    });
    const second = await list({ limit: 2, before: first.next as string });
    const third = await list({ limit: 2, before: second.next as string });
    expect([...first.items, ...second.items, ...third.items].map(({ id }) => id)).toEqual(written);
    expect(third.next).toBeNull();
  });

  it("narrows by person, action, area, result, address and time", async () => {
    const old = await write({
      id: v7({ msecs: Date.parse("2024-06-10T00:00:00Z") }),
      createdAt: new Date("2024-06-10T00:00:00Z"),
      action: "model.change",
    });
    const refused = await write({ result: "refused", code: 403, address: "198.51.100.1" });
    const others = await write({ actorId: auditor.id, actorAccount: auditor.account, action: "modelling.x" });
    const plain = await write();
    expect(await ids({ actorId: auditor.id })).toEqual([others]);
    expect(await ids({ action: "model" })).toEqual([plain, refused, old]);
    expect(await ids({ action: "model.supplier" })).toEqual([plain, refused]);
    expect(await ids({ action: "model.supplier.change", result: "success" })).toEqual([plain]);
    expect(await ids({ result: "refused" })).toEqual([refused]);
    expect(await ids({ address: "198.51.100.1" })).toEqual([refused]);
    expect(await ids({ to: new Date(Date.now() - 86_400_000).toISOString(), result: "failed" })).toEqual([]);
    expect(await ids({ from: new Date(Date.now() - 86_400_000).toISOString() })).not.toContain(old);
  });

  it("takes a keyword literally, in account, target and request id", async () => {
    const percent = await write({ targetName: "100%_sure\\" });
    const plain = await write({ targetName: "100 sure" });
    expect(await ids({ keyword: "100%" })).toEqual([percent]);
    expect(await ids({ keyword: "%_S" })).toEqual([percent]);
    expect(await ids({ keyword: "\\" })).toEqual([percent]);
    expect(await ids({ keyword: `req-${plain}` })).toEqual([plain]);
    expect(await ids({ keyword: staff.account.toUpperCase() })).toEqual([plain, percent]);
    expect(await ids({ keyword: "'; drop table" })).toEqual([]);
  });

  it.each<Record<string, string | number>>([
    { action: "a b" },
    { action: "%" },
    { result: "x" },
    { limit: 1000 },
    { keyword: "a".repeat(121) },
    { from: "now" },
  ])("refuses the filter %j", async (query) => {
    const { code } = await answer(listRoute, { token: auditor.token, query });
    expect(code).toBe(400);
  });

  it("is for those who hold the code", async () => {
    const id = await write();
    for (const route of [listRoute, peopleRoute, stateRoute, exportRoute]) {
      expect((await call(route, { token: staff.token })).status).toBe(403);
    }
    expect((await call(oneRoute, { token: staff.token, params: { id } })).status).toBe(403);
    expect((await call(verifyRoute, { token: staff.token, body: {} })).status).toBe(403);
  });
});

it("shows one row with what it changed and its seal", async () => {
  const id = await write({ before: { name: "a" }, after: { name: "b" } });
  const read = async () =>
    (await answer<OperationDetailDto>(oneRoute, { token: auditor.token, params: { id } })).data as OperationDetailDto;
  expect(await read()).toMatchObject({ before: { name: "a" }, after: { name: "b" }, sealedNo: null });
  await sealPending(0);
  expect(await read()).toMatchObject({
    sealedNo: expect.any(Number),
    sealedHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await answer(oneRoute, { token: auditor.token, params: { id: v7() } })).code).toBe(404);
});

it("has no call that changes or removes a row", async () => {
  const paths = API_ROUTES.filter(({ path }) => path.startsWith("/api/admin/operation-log"));
  const changing: string[] = [];
  for (const { path, load } of paths) {
    for (const method of Object.keys(await load())) if (method !== "GET") changing.push(`${method} ${path}`);
  }
  expect(changing.sort()).toEqual([
    "PATCH /api/admin/operation-log/settings",
    "POST /api/admin/operation-log/verification",
    "POST /api/admin/operation-log/verification/[id]/cancel",
  ]);
});

describe("the export", () => {
  const get = (query: Record<string, string>, headers = {}) =>
    call(exportRoute, { token: auditor.token, query: { targetId: mark, ...query }, headers });

  it("holds the filtered rows as text nobody's spreadsheet computes, and is logged itself", async () => {
    await write({ targetName: "=HYPERLINK(1)", actorAccount: "@evil", after: { note: "+1" } });
    await write({ result: "refused" });
    const response = await get({ format: "csv", result: "success" }, { cookie: "current-locale=en_US" });
    const text = await response.text();
    expect(text.split("\r\n")).toHaveLength(3);
    expect(text).toContain("'=HYPERLINK(1)");
    expect(text).toContain("'@evil");
    expect(text).toContain("Change a model supplier");
    const [logged] = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.actorId, auditor.id))
      .orderBy(operationLogs.id);
    expect(logged).toMatchObject({ action: "log.export", after: { format: "csv", rows: 1, result: "success" } });
  });

  it("is an Excel file when asked for", async () => {
    await write();
    const response = await get({});
    expect(response.headers.get("content-disposition")).toContain(".xlsx");
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe("PK");
  });
});

describe("the settings", () => {
  it.each([89, 3651, 90.5, "365", null])("refuse %j days", async (retentionDays) => {
    const options = { token: auditor.token, method: "PATCH", body: { retentionDays } };
    expect((await answer(settingsRoute, options)).code).toBe(400);
  });

  it("are kept and recorded with what was before", async () => {
    await db().delete(systemConfig).where(eq(systemConfig.type, "logConfig"));
    await answer(settingsRoute, { token: auditor.token, method: "PATCH", body: { retentionDays: 90 } });
    const state = await answer<LogStateDto>(stateRoute, { token: auditor.token });
    expect(state.data?.retentionDays).toBe(90);
    const rows = await db()
      .select()
      .from(operationLogs)
      .where(eq(operationLogs.action, "log.settings.change"))
      .orderBy(operationLogs.id);
    expect(rows.at(-1)).toMatchObject({ before: { retentionDays: 365 }, after: { retentionDays: 90 } });
    await db().delete(systemConfig).where(eq(systemConfig.type, "logConfig"));
  });
});

describe("a check", () => {
  beforeAll(() => startJobs(TASK_JOBS, true));
  afterAll(() => stopJobs(3000));

  const state = async () =>
    (await answer<LogStateDto>(stateRoute, { token: auditor.token })).data?.verification ?? null;
  const start = async () =>
    (await answer<{ id: string }>(verifyRoute, { token: auditor.token, body: {} })).data as { id: string };

  it("runs on its own, is one at a time, stands among the person's tasks, and keeps its result", async () => {
    await write();
    await sealPending(0);
    const [a, b] = await Promise.all([start(), start()]);
    expect(a.id).toBe(b.id);
    const mine = await listTasks(auditor.actor, "en_US");
    const theirs = await listTasks(staff.actor, "en_US");
    expect(theirs.items).toEqual([]);
    const done = await eventually(state, (run) => run?.status === "done");
    expect(done).toMatchObject({ id: a.id, status: "done", by: auditor.account });
    // It may have been over before the tasks were asked for.
    expect(mine.items.length).toBeLessThanOrEqual(1);
    expect((await listTasks(auditor.actor, "en_US")).items).toEqual([]);
  });

  it("can be ended, and a check that is over cannot", async () => {
    const { id } = await start();
    const ended = await answer(cancelRoute, { token: auditor.token, method: "POST", params: { id } });
    const run = await eventually(state, (last) => last?.status !== "running");
    expect(run?.status).toBe(ended.code === 200 ? "cancelled" : "done");
    expect((await answer(cancelRoute, { token: auditor.token, method: "POST", params: { id } })).code).toBe(404);
  });
});
