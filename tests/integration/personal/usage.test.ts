import { v7 } from "uuid";
import { GET as personRoute } from "@/app/api/admin/org/users/[id]/route";
import { GET as seriesRoute } from "@/app/api/admin/report/series/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { GET as limitsRoute } from "@/app/api/user/usage/limits/route";
import { GET as usageRoute } from "@/app/api/user/usage/route";
import { GET as yearRoute } from "@/app/api/user/usage/year/route";
import { db } from "@/db/client";
import { insertBudget } from "@/db/queries/gateway/budgets";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn, startOfDay } from "@/lib/config/time";
import type { UserDetail } from "@/lib/features/organisation/dto";
import type { SeriesDto, TokensPage } from "@/lib/features/reports/dto";
import type { OwnLimitsDto, OwnUsageDto, OwnYearDto } from "@/lib/features/reports/own-dto";
import { invalidateBudgets } from "@/lib/models/limits";
import { answer } from "@/tests/factories/call";
import { areaCall, type Company, chatting, makeCompany } from "@/tests/factories/mixed-use";
import { makePerson, type Person, signIn } from "@/tests/factories/people";
import { startModelServer } from "@/tests/fakes/model-server.mjs";

jest.setTimeout(60_000);

let fake: Awaited<ReturnType<typeof startModelServer>>;
let company: Company;
let boss: Person;
let one: Person;
let two: Person;
let today: string;
let timeZone: string;

beforeAll(async () => {
  fake = await startModelServer();
  company = await makeCompany(fake.url);
  [one, two] = [company.people[1]!, company.people[3]!];
  boss = await makePerson({ roles: ["administrator"] });
  const { models } = company;
  await Promise.all([
    chatting(one, models.echo, 3),
    chatting(one, models.thinking, 2),
    chatting(two, models.length, 4),
    areaCall(one, "drawing", "image", models.image),
    areaCall(two, "knowledge", "vector", models.vector),
  ]);
  ({ timeZone } = await loadConfig("customConfig"));
  today = dayIn(timeZone);
});

afterAll(() => fake.close());

const usageOf = async (person: Person, period = "30d") =>
  (await answer<OwnUsageDto>(usageRoute, { token: person.token, query: { period } })).data!;
const limitsOf = async (person: Person) => (await answer<OwnLimitsDto>(limitsRoute, { token: person.token })).data!;

describe("the own figures", () => {
  it.each(["7d", "30d", "90d", "half", "year"])("are the administrator's, to the token, over %s", async (period) => {
    const admin = async (user: Person) => {
      const asked = { token: boss.token, query: { period, user: user.id } };
      const [series, apps, models, people] = await Promise.all([
        answer<SeriesDto>(seriesRoute, asked),
        answer<TokensPage>(tokensRoute, { ...asked, params: { dimension: "app" } }),
        answer<TokensPage>(tokensRoute, { ...asked, params: { dimension: "model" } }),
        answer<TokensPage>(tokensRoute, {
          token: boss.token,
          query: { period, keyword: user.account },
          params: { dimension: "user" },
        }),
      ]);
      return { series: series.data!, apps: apps.data!, models: models.data!, people: people.data! };
    };
    for (const person of [one, two]) {
      const [own, console] = await Promise.all([usageOf(person, period), admin(person)]);
      expect(own.totals.tokens).toBeGreaterThan(0);
      expect(own.totals).toEqual(console.apps.totals);
      // Percentiles are told of totals, not of each line.
      expect({ ...own.totals, firstTokenP50: null, firstTokenP95: null }).toEqual(console.people.items[0]?.figures);
      expect(own.series).toEqual(console.series.series);
      for (const kind of ["apps", "models"] as const) {
        const figures = (rows: readonly { key: string; figures: unknown }[]) =>
          Object.fromEntries(rows.map((row) => [row.key, row.figures]));
        expect(figures(own[kind])).toEqual(figures(console[kind].items));
      }
    }
  });

  it("tell nobody of another's use", async () => {
    const fresh = await makePerson();
    const { totals, apps, models } = await usageOf(fresh);
    expect(totals).toMatchObject({ calls: 0, tokens: 0, images: 0, costMicros: 0 });
    expect([apps, models]).toEqual([[], []]);
    const asked = { token: two.token, query: { period: "30d", user: one.id } };
    expect((await answer(usageRoute, asked)).code).toBe(400);
    expect((await usageOf(two)).apps.map(({ key }) => key).sort()).toEqual(["chat", "knowledge"]);
    expect((await usageOf(one)).apps.map(({ key }) => key).sort()).toEqual(["chat", "drawing"]);
  });

  it("are refused without the code", async () => {
    const stranger = await makePerson({ codes: ["PERSONAL:CHAT"] });
    for (const route of [usageRoute, limitsRoute, yearRoute]) {
      expect((await answer(route, { token: stranger.token })).code).toBe(403);
    }
    expect((await answer(usageRoute, { token: one.token, query: { period: "custom" } })).code).toBe(400);
  });

  it("hold a day for each of a year", async () => {
    const { data } = await answer<OwnYearDto>(yearRoute, { token: one.token });
    expect(data!.days.length).toBeGreaterThanOrEqual(365);
    expect(data!.days.at(-1)).toEqual({
      day: today,
      tokens: (await usageOf(one, "7d")).totals.tokens,
      calls: (await usageOf(one, "7d")).totals.calls,
    });
  });
});

describe("today against the limits", () => {
  it("is what the administrator sees of the person, with the moment it starts anew", async () => {
    const own = await limitsOf(one);
    const { data } = await answer<UserDetail>(personRoute, { token: boss.token, params: { id: one.id } });
    const [tokens, images] = own.items;
    expect(tokens).toMatchObject({ kind: "tokens", used: data!.limits.tokensUsed, limit: data!.limits.tokens });
    expect(images).toMatchObject({ kind: "images", used: data!.limits.imagesUsed, limit: data!.limits.images });
    expect(images?.used).toBe(2);
    expect(tokens?.resetsAt).toBe(startOfDay(addDays(today, 1), timeZone).toISOString());
    expect(own.today).toEqual((await usageOf(one, "7d")).series.at(-1)?.figures);
    // What the total has and the limit has not is named.
    expect(own.uncounted).toBe(own.today.tokens - tokens!.used!);
    expect(own.uncounted).toBeGreaterThanOrEqual(0);
  });

  it("takes the highest limit of the roles, and budgets; a department's only by its share", async () => {
    const limited = await makePerson({ codes: ["USER", "PERSONAL:CHAT"], dailyTokenLimit: 1000 });
    const budget = { period: "month" as const, currency: "CNY", limitMicros: 5_000_000 };
    await insertBudget(db(), { ...budget, subjectType: "user", subjectId: one.id });
    await insertBudget(db(), { ...budget, subjectType: "user", subjectId: two.id, limitMicros: 1 });
    await insertBudget(db(), { ...budget, subjectType: "department", subjectId: company.sales.id });
    await insertBudget(db(), { ...budget, subjectType: "department", subjectId: v7() });
    invalidateBudgets();
    expect((await limitsOf(limited)).items).toMatchObject([
      { kind: "tokens", limit: 1000, used: 0, share: 0 },
      { kind: "images", limit: null, used: 0, share: null },
    ]);
    Object.assign(one, await signIn(one.id));
    const { items } = await limitsOf(one);
    expect(items.slice(2)).toMatchObject([
      { kind: "budget", period: "month", limit: 5_000_000, currency: "CNY" },
      { kind: "shared", period: "month", limit: null, used: null, name: company.sales.name },
    ]);
  });
});
