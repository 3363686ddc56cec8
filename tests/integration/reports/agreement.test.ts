/** @runs first: it asks the product some thousand times. */
import { eq, sql } from "drizzle-orm";
import { GET as dashboardRoute } from "@/app/api/admin/report/dashboard/route";
import { GET as seriesRoute } from "@/app/api/admin/report/series/route";
import { GET as statementRoute } from "@/app/api/admin/report/statement/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { closeDatabase, db } from "@/db/client";
import { listKeyUsage } from "@/db/queries/open-api/keys";
import { usageLedger } from "@/db/schema/models";
import { NO_ID, usageDaily, usageTotals } from "@/db/schema/reports";
import { loadConfig } from "@/lib/config/system-config";
import { dayIn } from "@/lib/config/time";
import type { DashboardDto, Figures, SeriesDto, StatementDto, TokensPage } from "@/lib/features/reports/dto";
import { refreshRollups } from "@/lib/models/jobs";
import { reconcileDay } from "@/lib/models/reconcile";
import { answer } from "@/tests/factories/call";
import { repeated } from "@/tests/factories/counts";
import { type Door, openDoor } from "@/tests/factories/http-door";
import {
  areaCall,
  type Company,
  chatting,
  inTurns,
  keyCall,
  makeCompany,
  stoppedCall,
} from "@/tests/factories/mixed-use";
import { makePerson, type Person } from "@/tests/factories/people";
import { countedOf } from "@/tests/factories/usage";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

jest.setTimeout(120_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let door: Door;
let company: Company;
let boss: Person;
let told: number;
let today: string;
type Row = typeof usageLedger.$inferSelect;
let rows: Row[];

/** Calls of each kind: of keys, questions in chats of five, of areas, and stopped ones. */
const CALLS = { keys: repeated(400, 1300), chats: repeated(20, 60), areas: repeated(100, 350), stops: 50 };
const QUESTIONS = 5;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

/** Chat, keys with and without streams, vectors, pictures, failures and stops: two thousand calls in full, twelve at a time. */
async function run(): Promise<number> {
  const { people, models, keys } = company;
  const ask = { messages: [{ role: "user", content: "How are you?" }] };
  const stream = { stream: true, stream_options: { include_usage: true } };
  const keyCalls = times(CALLS.keys, (index) => () => {
    const { secret } = keys[index % keys.length]!;
    const kind = index % 10;
    if (kind === 0) return keyCall(door, secret, "embeddings", { model: models.vector, input: ["a", "b"] });
    if (kind === 1)
      return keyCall(door, secret, "images/generations", { model: models.image, prompt: "a", n: 1 }).then(() => 0);
    if (kind === 2) return keyCall(door, secret, "chat/completions", { ...ask, model: models.context });
    const model = [models.echo, models.thinking, models.length][index % 3];
    return keyCall(door, secret, "chat/completions", { ...ask, model, ...(kind > 6 ? stream : {}) });
  });
  const chats = times(CALLS.chats, (index) => () => {
    const model = index % 4 === 3 ? models.context : [models.echo, models.length][index % 2]!;
    return chatting(people[index % people.length]!, model, QUESTIONS).then(() => 0);
  });
  const areas = times(CALLS.areas, (index) => () => {
    const [app, kind] = index % 3 === 0 ? (["drawing", "image"] as const) : (["knowledge", "vector"] as const);
    return areaCall(people[index % people.length]!, app, kind, models[kind]).then(() => 0);
  });
  const stops = times(CALLS.stops, (index) => () => {
    return stoppedCall(people[index % people.length]!, "search", models.slow, index % 2 === 0 ? 0 : 150).then(() => 0);
  });
  const results = await inTurns([...chats, ...keyCalls, ...areas, ...stops], 12);
  return results.reduce((sum, tokens) => sum + tokens, 0);
}

beforeAll(async () => {
  [fake, door] = [await startModelServer(), await openDoor()];
  company = await makeCompany(fake.url);
  boss = await makePerson({ roles: ["administrator"] });
  told = await run();
  await refreshRollups(100_000);
  today = dayIn((await loadConfig("customConfig")).timeZone);
  // Other files of the run share the database; the reports tell of everybody.
  rows = await db().select().from(usageLedger).where(sql`settled_at is not null and day = ${today}::date`);
});
afterAll(async () => {
  await door.close();
  await fake.close();
  await closeDatabase();
});

type Sums = Record<"calls" | "failed" | "questions" | "sessions" | "input" | "output" | "images" | "cost", number>;

function sumOf(of: readonly Row[]): Sums {
  const sum = (pick: (row: Row) => number) => of.reduce((total, row) => total + pick(row), 0);
  return {
    calls: of.length,
    failed: sum((row) => Number(["failed", "interrupted"].includes(row.outcome))),
    questions: sum((row) => Number(row.isQuestion)),
    sessions: sum((row) => Number(row.isOpening)),
    input: sum((row) => row.inputTokens),
    output: sum((row) => row.outputTokens),
    images: sum((row) => row.images),
    cost: sum((row) => row.costMicros ?? 0),
  };
}

function sumsBy(key: (row: Row) => string | string[] | null): Map<string, Sums> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (const name of [key(row) ?? []].flat()) groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return new Map([...groups].map(([name, of]) => [name, sumOf(of)]));
}

/** Keys of the rollups as the ledger has them. */
const KEYS: Record<(typeof usageTotals.$inferSelect)["dimension"], (row: Row) => string | string[] | null> = {
  all: () => "all",
  app: (row) => row.app,
  model: (row) => row.modelId ?? NO_ID,
  user: (row) => row.userId,
  department: (row) => row.departmentId ?? NO_ID,
  path: (row) => row.departmentPath,
  tree: (row) => row.departmentPath.split("/").filter(Boolean),
  key: (row) => row.apiKeyId,
  supplier: (row) => row.supplierId,
};

function sumsOfRollup(row: typeof usageTotals.$inferSelect | typeof usageDaily.$inferSelect): Sums {
  const { calls, failed, questions, sessions, inputTokens, outputTokens, images, costMicros } = row;
  return { calls, failed, questions, sessions, input: inputTokens, output: outputTokens, images, cost: costMicros };
}

function sumsOfFigures(figures: Figures): Sums {
  const { calls, failed, questions, sessions, inputTokens, outputTokens, images, costMicros } = figures;
  expect(figures.tokens).toBe(inputTokens + outputTokens);
  return { calls, failed, questions, sessions, input: inputTokens, output: outputTokens, images, cost: costMicros };
}

const sorted = (map: Map<string, Sums>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));
const days = () => ({ period: "custom", from: today, to: today });
const ask = async <T>(handler: Parameters<typeof answer>[0], more: object) => {
  const { code, data } = await answer<T>(handler, { token: boss.token, ...more });
  expect(code).toBe(200);
  return data!;
};

describe("after many mixed calls", () => {
  it("the ledger holds each of them, with what the clients were told", () => {
    const own = new Set(company.people.map(({ id }) => id));
    const mine = rows.filter((row) => own.has(row.userId));
    const questions = CALLS.chats * QUESTIONS;
    expect(mine).toHaveLength(questions + CALLS.keys + CALLS.areas + CALLS.stops);
    expect(new Set(mine.map((row) => row.app))).toEqual(
      new Set(["open-api", "chat", "drawing", "knowledge", "search"]),
    );
    expect(new Set(mine.map((row) => row.outcome))).toEqual(new Set(["done", "limited", "failed", "stopped"]));
    const byKey = sumOf(mine.filter((row) => row.apiKeyId && row.modelType !== "image"));
    expect(byKey.input + byKey.output).toBe(told);
    expect(sumOf(mine)).toMatchObject({ questions, sessions: CALLS.chats });
    expect(sumOf(mine).cost).toBeGreaterThan(0);
  });

  it("the rollups hold the same, along every dimension", async () => {
    const totals = await db().select().from(usageTotals).where(sql`grain = 'day' and period = ${today}::date`);
    for (const [dimension, key] of Object.entries(KEYS)) {
      const found = new Map(
        totals.filter((row) => row.dimension === dimension).map((row) => [row.key, sumsOfRollup(row)]),
      );
      expect([dimension, sorted(found)]).toEqual([dimension, sorted(sumsBy(key))]);
    }
    const cube = await db().select().from(usageDaily).where(eq(usageDaily.day, today));
    const together = cube.map(sumsOfRollup).reduce((a, b) => addSums(a, b));
    expect(together).toEqual(sumOf(rows));
  });

  it("so do the dashboard, the token statistics and the courses over time", async () => {
    const all = sumOf(rows);
    const dashboard = await ask<DashboardDto>(dashboardRoute, { query: days() });
    expect(sumsOfFigures(dashboard.totals)).toEqual(all);
    expect(dashboard.people).toBe(sumsBy(KEYS.user).size);
    expect(dashboard.series.map(({ figures }) => sumsOfFigures(figures))).toEqual([all]);
    const pages = { app: KEYS.app, model: KEYS.model, user: KEYS.user, dept: KEYS.tree };
    for (const [dimension, key] of Object.entries(pages)) {
      const query = { ...days(), pageSize: 100 };
      const page = await ask<TokensPage>(tokensRoute, { params: { dimension }, query });
      const wanted = sumsBy(key);
      expect(page.total).toBe(wanted.size);
      for (const item of page.items) expect(sumsOfFigures(item.figures)).toEqual(wanted.get(item.key));
      expect(sumsOfFigures(page.totals)).toEqual(all);
    }
  });

  it("combinations add up as well: an app of a model, a department with those below it", async () => {
    const { models, sales, people, keys } = company;
    const inSales = (row: Row) => row.departmentPath.includes(sales.id);
    const cases: [Record<string, string>, (row: Row) => boolean][] = [
      [{ app: "chat", model: models.echo }, (row) => row.app === "chat" && row.modelId === models.echo],
      [{ dept: sales.id }, inSales],
      [{ dept: sales.id, app: "knowledge" }, (row) => inSales(row) && row.app === "knowledge"],
      [
        { user: people[1]!.id, key: keys[1]!.id },
        (row) => row.userId === people[1]!.id && row.apiKeyId === keys[1]!.id,
      ],
    ];
    for (const [filter, holds] of cases) {
      const wanted = sumOf(rows.filter(holds));
      expect(wanted.calls).toBeGreaterThan(0);
      const { series } = await ask<SeriesDto>(seriesRoute, { query: { ...days(), ...filter } });
      expect(series.map(({ figures }) => sumsOfFigures(figures))).toEqual([wanted]);
      for (const dimension of ["app", "model", "user"]) {
        const query = { ...days(), ...filter, pageSize: 100 };
        const page = await ask<TokensPage>(tokensRoute, { params: { dimension }, query });
        expect(sumsOfFigures(page.totals)).toEqual(wanted);
        expect(page.items.map(({ figures }) => sumsOfFigures(figures)).reduce(addSums)).toEqual(wanted);
      }
    }
  });

  it("and the keys, the people's counters and a department's statement", async () => {
    const byKey = sumsBy(KEYS.key);
    for (const usage of await listKeyUsage(
      db(),
      company.keys.map(({ id }) => id),
      today,
    )) {
      const wanted = byKey.get(usage.key)!;
      expect(usage).toMatchObject({ callsToday: wanted.calls, tokensToday: wanted.input + wanted.output });
    }
    for (const { id } of company.people) {
      const mine = rows.filter((row) => row.userId === id);
      const counted = mine.reduce((sum, row) => sum + row.countedTokens, 0);
      expect(await countedOf(`user:${id}`)).toEqual({ used: counted, reserved: 0 });
      expect((await countedOf(`user:${id}`, "images")).used).toBe(sumOf(mine).images);
    }
    const query = { month: today.slice(0, 7), departmentId: company.sales.id };
    const statement = await ask<StatementDto>(statementRoute, { query });
    const total = sumOf(rows.filter((row) => row.departmentPath.includes(company.sales.id)));
    expect(sumsOfFigures(statement.total)).toEqual(total);
    for (const part of [statement.apps, statement.models, statement.lines, statement.departments]) {
      expect(part.map(({ figures }) => sumsOfFigures(figures)).reduce(addSums)).toEqual(total);
    }
    expect(sumsOfFigures(statement.own!)).toEqual(sumOf(rows.filter((row) => row.departmentId === company.sales.id)));
  });

  it("and the reconciliation finds nothing", async () => {
    const own = company.people.map(({ id }) => id);
    const found = await reconcileDay(today);
    expect(
      found.filter(({ figure }) => !figure.startsWith("counter") || own.some((id) => figure.includes(id))),
    ).toEqual([]);
  });
});

function addSums(a: Sums, b: Sums): Sums {
  const keys = Object.keys(a) as (keyof Sums)[];
  return Object.fromEntries(keys.map((key) => [key, a[key] + b[key]])) as Sums;
}
