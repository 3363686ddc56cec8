import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as recordRoute } from "@/app/api/admin/records/[id]/route";
import { GET as recordsExport } from "@/app/api/admin/records/export/route";
import { GET as appRoute } from "@/app/api/admin/report/app/[appId]/route";
import { GET as callsExport } from "@/app/api/admin/report/calls/export/route";
import { GET as dashboardExport } from "@/app/api/admin/report/dashboard/export/route";
import { GET as dashboardRoute } from "@/app/api/admin/report/dashboard/route";
import { GET as statementRoute } from "@/app/api/admin/report/statement/route";
import { GET as tokensExport } from "@/app/api/admin/report/tokens/[dimension]/export/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { POST as cancelRoute } from "@/app/api/tasks/[id]/cancel/route";
import { GET as tasksRoute } from "@/app/api/tasks/route";
import { GET as limitsRoute } from "@/app/api/user/usage/limits/route";
import { GET as ownUsageRoute } from "@/app/api/user/usage/route";
import { closeDatabase, db } from "@/db/client";
import { listChannelsOf } from "@/db/queries/models/models";
import { listKeyUsage } from "@/db/queries/open-api/keys";
import { chatMessages, runs } from "@/db/schema/conversation";
import { usageCounters, usageLedger } from "@/db/schema/models";
import { operationLogs } from "@/db/schema/operation-log";
import { usageTotals } from "@/db/schema/reports";
import { tasks } from "@/db/schema/tasks";
import { MICROS } from "@/lib/config/money";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, monthOf } from "@/lib/config/time";
import type { BudgetsDto, ChannelPricesDto, PricesDto } from "@/lib/features/gateway/dto";
import type { RecordDetailDto } from "@/lib/features/records/dto";
import type { AppDto, DashboardDto, StatementDto, TokensPage } from "@/lib/features/reports/dto";
import type { OwnLimitsDto, OwnUsageDto } from "@/lib/features/reports/own-dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { invalidateBudgets } from "@/lib/models/limits";
import { reconcileDay } from "@/lib/models/reconcile";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { abort, runTask } from "@/lib/tasks/run";
import { makeApiKey } from "@/tests/factories/api-keys";
import { answer, call } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { eventually } from "@/tests/factories/eventually";
import { gateway } from "@/tests/factories/gateway";
import { addCall } from "@/tests/factories/ledger";
import { makeModel } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

jest.setTimeout(60_000);

let boss: Person;
let person: Person;
let other: Person;
let today: string;
let channelId: string;
let modelId: string;
let supplierId: string;
let app: string;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  boss = await makePerson({ roles: ["administrator"] });
  today = dayIn((await loadConfig("customConfig")).timeZone);
});
beforeEach(async () => {
  [person, other] = [await makePerson(), await makePerson()];
  modelId = await makeModel("http://127.0.0.1:9/v1", "gpt-4o-mini", { template: "openai" });
  const [channel] = await listChannelsOf(db(), modelId);
  [channelId, supplierId, app] = [channel!.id, channel!.supplierId, `app-${v7()}`];
});
afterAll(async () => {
  await stopJobs(1000);
  await closeDatabase();
});

type Extra = Partial<Parameters<typeof addCall>[0]>;
const used = (of: Person, more: Extra = {}) =>
  addCall({
    userId: of.id,
    departmentId: of.actor.departmentId,
    departmentPath: of.actor.departmentPath,
    app,
    day: today,
    modelId,
    modelName: "m",
    channelId,
    supplierId,
    inputTokens: 1000,
    outputTokens: 500,
    ...more,
  });
const bySecond = { period: "custom" };
const range = () => ({ ...bySecond, from: today, to: today });
const get = async <T>(handler: Parameters<typeof answer>[0], of: Person, more: object) => {
  const { code, data } = await answer<T>(handler, { token: of.token, ...more });
  expect(code).toBe(200);
  return data!;
};
const text = async (handler: Parameters<typeof call>[0], more: object) =>
  (await call(handler, { token: boss.token, ...more })).text();
const prices = async () => (await gateway<ChannelPricesDto>(boss, `GET channels/${channelId}/prices`)).data!;
const addPrice = (body: object) =>
  gateway(boss, `POST channels/${channelId}/prices`, { body: { inputPerMillion: 2 * MICROS, ...body } });
const start = (of = boss) => gateway<{ id: string }>(of, `POST channels/${channelId}/pricing`);

describe("calls without a price", () => {
  it("are said to be so at every figure that is too low by them, and in every export", async () => {
    const key = await makeApiKey(person);
    await used(person, { costMicros: 700, currency: "CNY" });
    await used(person);
    await used(person, { apiKeyId: key.id });
    // Nothing was used: nothing is missing.
    await used(person, { inputTokens: 0, outputTokens: 0, outcome: "failed" });
    await used(other);
    for (const budget of [
      { subjectType: "user", subjectId: person.id, period: "month" },
      { subjectType: "app", subjectId: app, period: "day" },
    ]) {
      expect((await gateway(boss, "POST budgets", { body: { ...budget, limitMicros: 5 * MICROS } })).code).toBe(200);
    }
    invalidateBudgets();

    const tokens = async (query: object, dimension = "user") =>
      get<TokensPage>(tokensRoute, boss, { params: { dimension }, query: { ...range(), app, ...query } });
    const page = await tokens({});
    expect(page.totals).toMatchObject({ calls: 5, costMicros: 700, unpriced: 3 });
    expect(new Map(page.items.map(({ key, figures }) => [key, figures.unpriced]))).toEqual(
      new Map([
        [person.id, 2],
        [other.id, 1],
      ]),
    );
    const detail = await get<AppDto>(appRoute, boss, { params: { appId: app }, query: range() });
    expect(detail.totals.unpriced).toBe(3);
    expect(detail.series[0]!.figures.unpriced).toBe(3);
    const dashboard = await get<DashboardDto>(dashboardRoute, boss, { query: range() });
    expect(dashboard.totals.unpriced).toBeGreaterThanOrEqual(3);
    expect(dashboard.projection!.unpriced).toBeGreaterThanOrEqual(3);
    const month = { month: monthOf(today) };
    const statement = await get<StatementDto>(statementRoute, boss, { query: month });
    expect(statement.apps.find((row) => row.key === app)!.figures.unpriced).toBe(3);
    const budgets = (await gateway<BudgetsDto>(boss, "GET budgets", { query: { pageSize: 100 } })).data!.items;
    expect(budgets.find(({ subjectId }) => subjectId === person.id)).toMatchObject({ unpriced: 2 });
    expect(budgets.find(({ subjectId }) => subjectId === app)).toMatchObject({ unpriced: 3 });

    const own = await get<OwnUsageDto>(ownUsageRoute, person, { query: { period: "7d" } });
    expect(own.totals.unpriced).toBe(2);
    const limits = await get<OwnLimitsDto>(limitsRoute, person, {});
    expect(limits.items.find(({ kind }) => kind === "budget")).toMatchObject({ unpriced: 2 });
    expect((await get<OwnUsageDto>(ownUsageRoute, other, { query: { period: "7d" } })).totals.unpriced).toBe(1);
    const [told] = await listKeyUsage(db(), [key.id], today);
    expect(told).toMatchObject({ unpricedMonth: 1, costMonth: 0 });

    const csv = { format: "csv" };
    const params = { dimension: "user" };
    const lines = (await text(tokensExport, { params, query: { ...range(), app, ...csv } })).split("\r\n");
    const header = lines[0]!.split(",");
    const at = header.indexOf("未计价调用");
    expect(at).toBeGreaterThan(0);
    const row = (id: string) => lines.find((line) => line.includes(id))!.split(",");
    expect(row(person.id).slice(at - 1, at + 1)).toEqual(["0.0007", "2"]);
    // Nothing of it has a price: that is not 0.
    expect(row(other.id).slice(at - 1, at + 1)).toEqual(["", "1"]);
    expect(await text(dashboardExport, { query: { ...range(), ...csv } })).toContain("未计价调用");
    expect(await text(callsExport, { query: { ...range(), app, ...csv } })).toContain("未计价");
  });

  it("of an answer stand in its record", async () => {
    const { id: sessionId, answerIds } = await makeConversation(person, [{ question: "q", answer: "a" }]);
    const [run] = await db().select().from(runs).where(eq(runs.messageId, answerIds[0]!));
    await used(person, { requestId: run!.id, sessionId });
    await used(person, { requestId: `${run!.id}:1`, sessionId });
    const record = await get<RecordDetailDto>(recordRoute, boss, { params: { id: answerIds[0]! } });
    expect(record).toMatchObject({ costMicros: null, unpriced: 2 });
    expect(record.calls).toHaveLength(2);
    expect(await text(recordsExport, { query: { format: "csv", userId: person.id } })).toContain("未计价调用");
  });

  it("are not those of the built-in supplier: it costs nothing", async () => {
    const { ChatCall } = await import("@/lib/models/chat");
    const { onlyBuiltinModels } = await import("@/tests/factories/models");
    const { resolveChatModel } = await import("@/lib/models/registry");
    await onlyBuiltinModels();
    const model = await resolveChatModel(person.actor);
    const requestId = v7();
    const messages = [{ role: "user" as const, content: "hello" }];
    const asked = new ChatCall({ actor: person.actor, app, requestId, model, messages, options: {} });
    await asked.settle(await asked.read({ onText: () => undefined, onReasoning: () => undefined }));
    const own = await get<OwnUsageDto>(ownUsageRoute, person, { query: { period: "7d" } });
    expect(own.totals).toMatchObject({ calls: 1, costMicros: 0, unpriced: 0 });
  });
});

describe("a price of past days", () => {
  const day = (back: number) => addDays(today, -back);
  const spans = async () => (await prices()).items.map(({ validFrom, validUntil }) => [validFrom, validUntil]);

  it("holds until the next price, and never touches days that had one", async () => {
    expect((await addPrice({ validFrom: today })).code).toBe(200);
    expect((await addPrice({ validFrom: day(10) })).code).toBe(200);
    expect(await spans()).toEqual([
      [today, null],
      [day(10), day(1)],
    ]);
    expect((await addPrice({ validFrom: day(5) })).data).toMatchObject({ error: "priceOverlap" });
    // A slip is undone while no call was priced by it.
    const [, past] = (await prices()).items;
    expect((await gateway(boss, `DELETE prices/${past!.id}`)).code).toBe(200);
    const open = await addPrice({ validFrom: day(3), validUntil: day(2) });
    expect(open.code).toBe(200);
    await gateway(boss, `DELETE prices/${(await prices()).items[0]!.id}`);
    expect(await spans()).toEqual([[day(3), day(2)]]);
  });

  it("that stands since is not cut short on a past day", async () => {
    await addPrice({ validFrom: day(10) });
    expect((await addPrice({ validFrom: day(5) })).data).toMatchObject({ error: "pricePast" });
  });

  it("is offered for well-known models, with its source and day", async () => {
    const page = (await gateway<PricesDto>(boss, "GET prices", { query: { only: "unpriced", keyword: "gpt-4o-mini" } }))
      .data!;
    const known = page.items.find((item) => item.channelId === channelId)!.known;
    expect(known).toMatchObject({ currency: "USD", inputPerMillion: 150_000, source: expect.any(String) });
    expect(known!.asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });
});

describe("pricing calls of the past", () => {
  const day = (back: number) => addDays(today, -back);
  /** 1,000 in and 500 out at 2 and 8 a million. */
  const COST = 2000 + 4000;
  const both = { outputPerMillion: 8 * MICROS };

  async function figures() {
    const query = { period: "custom", from: day(40), to: today, app };
    const { totals } = await get<TokensPage>(tokensRoute, boss, { params: { dimension: "user" }, query });
    return { cost: totals.costMicros, unpriced: totals.unpriced };
  }

  it("prices each once, in ledger, reports, budgets and messages, and says so in the operation log", async () => {
    const { answerIds } = await makeConversation(person, [{ question: "q", answer: "a" }]);
    const [run] = await db().select().from(runs).where(eq(runs.messageId, answerIds[0]!));
    const counter = `user:${person.id}`;
    const period = monthOf(today);
    await db().insert(usageCounters).values({ subject: counter, unit: "micros", period, used: 50 });
    await used(person, { requestId: run!.id, counters: [[counter, "micros", period, 10, 1000]] });
    const kept = await used(other, { costMicros: 1, currency: "CNY" });
    await used(other, { day: day(2) });
    const before = await used(other, { day: day(9) });
    expect(await figures()).toEqual({ cost: 1, unpriced: 3 });
    // Not rolled up yet: it is counted with its price later.
    await used(person);
    await addPrice({ validFrom: day(5), ...both });
    expect((await prices()).unpriced).toEqual({ calls: 4, from: day(9), until: today });

    const { id } = (await start()).data!;
    // A second one goes on with the first.
    expect((await start()).data).toEqual({ id });
    const { items } = await get<{ items: { id: string; kind: string; progress: number }[] }>(tasksRoute, boss, {});
    expect(items.find((task) => task.id === id)).toMatchObject({ kind: "pricing", progress: 0 });
    // What files before this one left wrong is mended, so that a difference is one of these calls.
    for (const back of [0, 2, 9]) await reconcileDay(day(back));
    await runTask(id);
    await runTask(id);

    expect(await figures()).toEqual({ cost: 1 + 3 * COST, unpriced: 1 });
    expect((await prices()).pricing).toMatchObject({ status: "done", priced: 3, amountMicros: 3 * COST });
    const rows = await db().select().from(usageLedger).where(eq(usageLedger.app, app));
    expect(rows.find((row) => row.id === kept)).toMatchObject({ costMicros: 1 });
    expect(rows.find((row) => row.id === before)).toMatchObject({ costMicros: null });
    const [spent] = await db()
      .select()
      .from(usageCounters)
      .where(and(eq(usageCounters.subject, counter), eq(usageCounters.period, period)));
    expect(spent!.used).toBe(50 + COST);
    const [message] = await db().select().from(chatMessages).where(eq(chatMessages.id, answerIds[0]!));
    expect(message).toMatchObject({ costMicros: COST, currency: "CNY" });
    for (const back of [0, 2, 9]) {
      const found = await reconcileDay(day(back));
      expect(found.filter(({ figure }) => figure.includes(app) || figure.startsWith("cube"))).toEqual([]);
    }
    const events = await db()
      .select()
      .from(operationLogs)
      .where(and(eq(operationLogs.action, "gateway.price.calls"), eq(operationLogs.targetId, modelId)));
    expect(events).toMatchObject([
      { actorId: boss.id, after: { from: day(5), until: today, calls: 3, amountMicros: 3 * COST, status: "done" } },
    ]);
    // What remains lies before the first price.
    expect((await start()).data).toMatchObject({ error: "nothingToPrice" });
  });

  it("goes on where a killed process left it, and neither twice nor never", async () => {
    const rows = Array.from({ length: 450 }, () => {
      const id = v7();
      return {
        id,
        requestId: id,
        userId: person.id,
        departmentPath: person.actor.departmentPath,
        app,
        day: today,
        modelId,
        modelName: "m",
        modelType: "chat",
        channelId,
        supplierId,
        inputTokens: 1000,
        outputTokens: 500,
        outcome: "done" as const,
        settledAt: new Date(),
      };
    });
    await db().insert(usageLedger).values(rows);
    await figures();
    await addPrice({ validFrom: today, ...both });
    const { id } = (await start()).data!;
    // The process ends after the first chunk.
    const row = async () => (await db().select().from(tasks).where(eq(tasks.id, id)))[0]!;
    const stopped = runTask(id);
    await eventually(row, ({ done }) => done >= 200, 5);
    abort(id);
    await stopped;
    expect((await row()).done).toBeLessThan(450);
    // One that was killed left its lease behind, which is over; two workers may take it up.
    const dead = { status: "running", leaseId: v7(), leaseUntil: new Date(0) } as const;
    await db().update(tasks).set(dead).where(eq(tasks.id, id));
    await Promise.all([runTask(id), runTask(id)]);
    expect(await figures()).toEqual({ cost: 450 * COST, unpriced: 0 });
    const [all] = await db()
      .select()
      .from(usageTotals)
      .where(and(eq(usageTotals.dimension, "app"), eq(usageTotals.key, app), eq(usageTotals.grain, "month")));
    expect(all).toMatchObject({ costMicros: 450 * COST, unpriced: 0 });
    expect((await prices()).pricing).toMatchObject({ status: "done", checked: 450, priced: 450 });
  });

  it("is cancelled by the person who began it, and refused to who may not", async () => {
    await used(person);
    await addPrice({ validFrom: today, ...both });
    expect((await start(person)).code).toBe(403);
    const { id } = (await start()).data!;
    expect((await answer(cancelRoute, { token: person.token, method: "POST", params: { id } })).code).toBe(404);
    expect((await answer(cancelRoute, { token: boss.token, method: "POST", params: { id } })).code).toBe(200);
    await runTask(id);
    expect(await figures()).toEqual({ cost: 0, unpriced: 1 });
    expect((await prices()).pricing).toMatchObject({ status: "cancelled", priced: 0 });
  });

  it("is ended at the channel by whoever may begin it", async () => {
    await used(person);
    await addPrice({ validFrom: today, ...both });
    const end = (of: Person) => gateway(of, `DELETE channels/${channelId}/pricing`);
    const { id } = (await start()).data!;
    expect((await end(person)).code).toBe(403);
    expect((await end(boss)).code).toBe(200);
    await runTask(id);
    expect((await prices()).pricing).toMatchObject({ status: "cancelled", priced: 0 });
  });
});
