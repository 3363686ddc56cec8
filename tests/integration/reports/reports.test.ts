import { and, desc, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as appRoute } from "@/app/api/admin/report/app/[appId]/route";
import { GET as callsExportRoute } from "@/app/api/admin/report/calls/export/route";
import { GET as callsRoute } from "@/app/api/admin/report/calls/route";
import { GET as choicesRoute } from "@/app/api/admin/report/choices/route";
import { GET as dashboardExportRoute } from "@/app/api/admin/report/dashboard/export/route";
import { GET as dashboardRoute } from "@/app/api/admin/report/dashboard/route";
import { GET as seriesRoute } from "@/app/api/admin/report/series/route";
import { GET as statementExportRoute } from "@/app/api/admin/report/statement/export/route";
import { GET as statementRoute } from "@/app/api/admin/report/statement/route";
import { GET as tokensExportRoute } from "@/app/api/admin/report/tokens/[dimension]/export/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { closeDatabase, db } from "@/db/client";
import { models } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { departments, users } from "@/db/schema/organisation";
import type { AppDto, CallsPage, Choice, DashboardDto, StatementDto, TokensPage } from "@/lib/features/reports/dto";
import { answer, call } from "@/tests/factories/call";
import { addCall } from "@/tests/factories/ledger";
import { makePerson, type Person } from "@/tests/factories/people";

let boss: Person;
let first: Person;
let second: Person;
/** A month of its own, long ago: nothing else of the run lies in it. */
const MONTH = "2019-05";
const day = (number: number, month = MONTH) => `${month}-${String(number).padStart(2, "0")}`;
const days = { period: "custom", from: day(1), to: day(31) };
const APP = `app-${v7()}`;
const upper = { id: v7(), name: `Upper ${v7()}`, path: "" };
const lower = { id: v7(), name: `Lower ${v7()}`, path: "" };
const model = { id: v7(), name: `=model-${v7()}`, type: "chat" as const };
const gone = v7();

beforeAll(async () => {
  [boss, first, second] = [await makePerson({ roles: ["administrator"] }), await makePerson(), await makePerson()];
  const root = boss.actor.departmentPath;
  upper.path = `${root}${upper.id}/`;
  lower.path = `${upper.path}${lower.id}/`;
  await db()
    .insert(departments)
    .values([
      { ...upper, parentId: boss.actor.departmentId },
      { ...lower, parentId: upper.id },
    ]);
  await db().insert(models).values(model);
  const here = { departmentId: lower.id, departmentPath: lower.path, modelId: model.id, modelName: model.name };
  const there = { departmentId: upper.id, departmentPath: upper.path, modelId: gone, modelName: "old-model" };
  for (let index = 0; index < 5; index++) {
    await addCall({
      ...here,
      userId: first.id,
      day: day(1 + index),
      app: APP,
      costMicros: 1_500_000,
      firstTokenMs: 400,
    });
  }
  await addCall({ ...there, userId: second.id, day: day(20), inputTokens: 5000, isQuestion: true, isOpening: true });
  await addCall({ ...there, userId: second.id, day: day(20), outcome: "failed", error: "supplierTimeout" });
  await addCall({ ...there, userId: second.id, day: day(21), outcome: "reserved", settledAt: null });
  // The period before: 31 days earlier.
  await addCall({ ...here, userId: first.id, day: day(30, "2019-04"), app: APP, inputTokens: 200 });
});
afterAll(closeDatabase);

type Handler = Parameters<typeof answer>[0];
const ask = async <T>(handler: Handler, query: object, params?: Record<string, string>, token = boss.token) => {
  const { code, data } = await answer<T>(handler, { token, query: { ...days, ...query }, params });
  expect(code).toBe(200);
  return data!;
};

describe("the dashboard", () => {
  it("tells of people, calls, money and latency, and of the period before", async () => {
    const data = await ask<DashboardDto>(dashboardRoute, {});
    expect(data.before).toEqual({ from: "2019-03-31", to: "2019-04-30" });
    expect(data.totals).toMatchObject({
      calls: 7,
      failed: 1,
      questions: 1,
      sessions: 1,
      inputTokens: 5 * 100 + 5000 + 100,
      outputTokens: 70,
      costMicros: 7_500_000,
      firstTokenMs: 400,
    });
    expect(data.totalsBefore).toMatchObject({ calls: 1, inputTokens: 200 });
    expect([data.people, data.peopleBefore]).toEqual([2, 1]);
    expect(data.series).toHaveLength(31);
    expect(data.series[19]).toMatchObject({ period: day(20), figures: { calls: 2 } });
    expect(data.tops.user.items.map(({ key }) => key)).toEqual([second.id, first.id]);
    expect(data.tops.department.items.map(({ name }) => name)).toEqual([upper.name, lower.name]);
  });

  it("sums by month, also where the months are cut", async () => {
    const query = { from: day(25, "2019-04"), to: day(3), grain: "month" };
    const data = await ask<DashboardDto>(dashboardRoute, query);
    expect(data.series.map(({ period, figures }) => [period, figures.calls])).toEqual([
      ["2019-04-01", 1],
      ["2019-05-01", 3],
    ]);
    expect(data.peopleSeries.map(({ people }) => people)).toEqual([1, 1]);
  });

  it("has zeros where nothing was", async () => {
    const data = await ask<DashboardDto>(dashboardRoute, { from: "2018-01-01", to: "2018-01-07" });
    expect(data).toMatchObject({ people: 0, totals: { calls: 0, firstTokenMs: null }, tops: { app: { items: [] } } });
  });
});

describe("token statistics", () => {
  it("count departments with those below them, or their own people", async () => {
    const of = async (own: boolean) =>
      (await ask<TokensPage>(tokensRoute, { own, keyword: "er " }, { dimension: "dept" })).items.map((row) => [
        row.name,
        row.figures.calls,
      ]);
    expect(await of(false)).toEqual([
      [upper.name, 7],
      [lower.name, 5],
    ]);
    expect(await of(true)).toEqual([
      [upper.name, 2],
      [lower.name, 5],
    ]);
  });

  it("keep counting calls where their department was when it has moved", async () => {
    await db()
      .update(departments)
      .set({ path: `${boss.actor.departmentPath}${lower.id}/` })
      .where(eq(departments.id, lower.id));
    const page = await ask<TokensPage>(tokensRoute, { dept: upper.id }, { dimension: "user" });
    expect(page.totals.calls).toBe(7);
    expect(page.total).toBe(2);
    await db().update(departments).set({ path: lower.path }).where(eq(departments.id, lower.id));
  });

  it("page, sort and search", async () => {
    const query = { pageSize: 1, sort: "calls", order: "desc" };
    const [one, two] = [
      await ask<TokensPage>(tokensRoute, query, { dimension: "user" }),
      await ask<TokensPage>(tokensRoute, { ...query, page: 2 }, { dimension: "user" }),
    ];
    expect([one.total, one.items[0]!.key, two.items[0]!.key]).toEqual([2, first.id, second.id]);
    expect(one.items[0]!.tokensBefore).toBe(210);
    const found = await ask<TokensPage>(tokensRoute, { keyword: second.account.toUpperCase() }, { dimension: "user" });
    expect(found.items.map(({ key }) => key)).toEqual([second.id]);
    expect((await ask<TokensPage>(tokensRoute, { keyword: "%_\\" }, { dimension: "user" })).total).toBe(0);
    const late = await ask<TokensPage>(tokensRoute, { page: 99 }, { dimension: "user" });
    expect([late.total, late.items]).toEqual([2, []]);
  });

  it("sort the rows of a combination as the others", async () => {
    for (const filter of [{}, { dept: upper.id }]) {
      const query = { ...filter, sort: "costMicros", order: "asc" };
      const { items } = await ask<TokensPage>(tokensRoute, query, { dimension: "model" });
      expect(items.map(({ key }) => key)).toEqual([gone, model.id]);
    }
  });

  it("call deleted models by their last name and people by today's", async () => {
    const { items } = await ask<TokensPage>(tokensRoute, {}, { dimension: "model" });
    expect(items.map(({ name, removed }) => [name, removed])).toEqual([
      ["old-model", true],
      [model.name, false],
    ]);
    await db().update(users).set({ name: "Renamed" }).where(eq(users.id, first.id));
    const people = await ask<TokensPage>(tokensRoute, { keyword: "Renamed" }, { dimension: "user" });
    expect(people.items.map(({ name }) => name)).toEqual(["Renamed"]);
  });

  it("tell of one app with its people", async () => {
    const app = await ask<AppDto>(appRoute, {}, { appId: APP });
    expect(app).toMatchObject({ people: 1, peopleBefore: 1, totals: { calls: 5 }, totalsBefore: { calls: 1 } });
    expect(app.tops.model.items.map(({ key }) => key)).toEqual([model.id]);
    expect(await ask<AppDto>(appRoute, {}, { appId: "nobody's" })).toMatchObject({ people: 0, totals: { calls: 0 } });
  });

  it("offer choices by name, and the name of one", async () => {
    const items = async (query: Record<string, string>) =>
      (await answer<{ items: Choice[] }>(choicesRoute, { token: boss.token, query })).data!.items;
    expect(await items({ kind: "dept", keyword: upper.name })).toEqual([
      { id: upper.id, name: upper.name, detail: "" },
    ]);
    expect((await items({ kind: "app", keyword: APP }))[0]?.id).toBe(APP);
    expect((await items({ kind: "model", id: gone }))[0]?.name).toBe("old-model");
    expect((await items({ kind: "user", id: "'; --" }))[0]?.name).toBe("");
  });
});

describe("single records", () => {
  it("are paged to the end, newest first, and hold nothing that was said", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: CallsPage = await ask<CallsPage>(callsRoute, { limit: 2, ...(cursor ? { cursor } : {}) });
      expect(page.totalAtMost).toBe(7);
      seen.push(...page.items.map(({ day, id }) => `${day} ${id}`));
      for (const item of page.items) expect(Object.keys(item).join()).not.toMatch(/content|text|prompt|answer/i);
      cursor = page.next;
    } while (cursor);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  it("are narrowed like the figures, also to failures", async () => {
    const failed = await ask<CallsPage>(callsRoute, { failed: true });
    expect(failed.items.map(({ error }) => error)).toEqual(["supplierTimeout"]);
    expect(failed.totalAtMost).toBe(1);
    const lowerOnly = await ask<CallsPage>(callsRoute, { dept: lower.id, user: first.id, app: APP });
    expect(lowerOnly.items).toHaveLength(5);
    expect(lowerOnly.items[0]).toMatchObject({ department: { name: lower.name }, user: { key: first.id } });
    expect((await ask<CallsPage>(callsRoute, { user: v7() })).items).toEqual([]);
  });
});

describe("statements", () => {
  it("add up to the department's month, own people apart", async () => {
    const query = { month: MONTH, departmentId: upper.id };
    const { data } = await answer<StatementDto>(statementRoute, { token: boss.token, query });
    expect(data).toMatchObject({ people: 2, total: { calls: 7, costMicros: 7_500_000 }, own: { calls: 2 } });
    const sum = (rows: { figures: { calls: number } }[]) =>
      rows.reduce((total, { figures }) => total + figures.calls, 0);
    for (const part of [data!.apps, data!.models, data!.departments, data!.lines]) expect(sum(part)).toBe(7);
    expect(data!.lines.map(({ app, model: of }) => [app.key, of.key])).toContainEqual([APP, model.id]);
  });

  it("of nothing that ever was are not found, of a department without calls are empty", async () => {
    const of = (departmentId: string) =>
      answer<StatementDto>(statementRoute, { token: boss.token, query: { month: "2018-01", departmentId } });
    expect((await of(v7())).code).toBe(404);
    expect((await of(lower.id)).data).toMatchObject({ total: { calls: 0 }, lines: [] });
  });
});

describe("exports", () => {
  const exports: [string, Handler, Record<string, string>][] = [
    ["dashboard", dashboardExportRoute, {}],
    ["tokens-model", tokensExportRoute, { dimension: "model" }],
    ["calls", callsExportRoute, {}],
  ];

  it.each(exports)("%s: CSV and Excel in the caller's language, noted in the log", async (id, handler, params) => {
    for (const format of ["csv", "xlsx"]) {
      const headers = { "accept-language": "en" };
      const response = await call(handler, { token: boss.token, query: { ...days, format }, params, headers });
      expect(response.status).toBe(200);
      expect(response.headers.get("content-disposition")).toMatch(new RegExp(`^attachment; .*${format}`));
      const bytes = Buffer.from(await response.arrayBuffer());
      if (format === "xlsx") expect(bytes.subarray(0, 2).toString()).toBe("PK");
      else {
        const text = bytes.toString();
        expect(text).toContain("Input tokens");
        // The model's name begins like a formula.
        expect(text).toContain(`'${model.name}`);
        expect(text).not.toMatch(new RegExp(`(^|,)"?${model.name}`, "m"));
      }
      const [row] = await db()
        .select()
        .from(operationLogs)
        .where(and(eq(operationLogs.actorId, boss.id), eq(operationLogs.action, "report.export")))
        .orderBy(desc(operationLogs.id))
        .limit(1);
      expect(row).toMatchObject({ targetId: id, result: "success", after: expect.objectContaining({ format }) });
    }
  });

  it("of records have a line each", async () => {
    const response = await call(callsExportRoute, { token: boss.token, query: { ...days, format: "csv" } });
    expect((await response.text()).trim().split("\r\n")).toHaveLength(8);
  });

  it("of statements are Excel files", async () => {
    const query = { month: MONTH, departmentId: upper.id };
    const response = await call(statementExportRoute, { token: boss.token, query });
    expect(response.headers.get("content-type")).toContain("spreadsheetml");
  });
});

describe("access", () => {
  const all: [string, Handler, "dashboard" | "tokens", Record<string, string>, Record<string, string>][] = [
    ["dashboard", dashboardRoute, "dashboard", {}, {}],
    ["dashboard export", dashboardExportRoute, "dashboard", {}, {}],
    ["tokens", tokensRoute, "tokens", {}, { dimension: "app" }],
    ["tokens export", tokensExportRoute, "tokens", {}, { dimension: "app" }],
    ["series", seriesRoute, "tokens", {}, {}],
    ["app", appRoute, "tokens", {}, { appId: "chat" }],
    ["records", callsRoute, "tokens", {}, {}],
    ["records export", callsExportRoute, "tokens", {}, {}],
    ["choices", choicesRoute, "tokens", { kind: "user" }, {}],
    ["statement", statementRoute, "tokens", { month: MONTH }, {}],
    ["statement export", statementExportRoute, "tokens", { month: MONTH }, {}],
  ];

  it.each(all)("%s: by its code, and by no other", async (_name, handler, code, query, params) => {
    const people = {
      staff: await makePerson(),
      dashboard: await makePerson({ codes: ["SYSTEM:REPORT:DASHBOARD"] }),
      tokens: await makePerson({ codes: ["SYSTEM:REPORT:TOKENS"] }),
    };
    for (const [who, { token }] of Object.entries(people)) {
      const response = await call(handler, { token, query, params });
      await response.body?.cancel();
      expect([who, response.status]).toEqual([who, who === code ? 200 : 403]);
    }
  });

  it.each([
    { period: "custom", from: "2019-05-02", to: "2019-05-01" },
    { period: "custom", from: "2019-05-02" },
    { period: "custom", from: "1990-01-01", to: "2019-05-01" },
    { period: "decade" },
    { sort: "password" },
    { user: "1" },
    { pageSize: 1000 },
    { app: "a\u0000" },
    { keyword: "a".repeat(201) },
    { unknown: 1 },
  ])("refuses %j", async (query) => {
    const { code } = await answer(tokensRoute, {
      token: boss.token,
      query: query as never,
      params: { dimension: "app" },
    });
    expect(code).toBe(400);
  });

  it("finds no dimension but the four", async () => {
    expect((await answer(tokensRoute, { token: boss.token, params: { dimension: "key" } })).code).toBe(404);
  });
});
