import { and, eq } from "drizzle-orm";
import { v7 } from "uuid";
import { GET as dashboardRoute } from "@/app/api/admin/report/dashboard/route";
import { GET as tokensRoute } from "@/app/api/admin/report/tokens/[dimension]/route";
import { closeDatabase, db } from "@/db/client";
import { lockRollups, rebuildRollups } from "@/db/queries/models/reconcile";
import { usageDaily, usageTotals } from "@/db/schema/reports";
import type { DashboardDto, TokensPage } from "@/lib/features/reports/dto";
import { answer } from "@/tests/factories/call";
import { addCall } from "@/tests/factories/ledger";
import { makePerson, type Person } from "@/tests/factories/people";

let boss: Person;
let first: Person;
let second: Person;
/** Days of their own: nothing else of the run lies there. */
const DAY = "2016-02-03";
const OLD = "2016-03-03";
const APP = `app-${v7()}`;

beforeAll(async () => {
  [boss, first, second] = [await makePerson({ roles: ["administrator"] }), await makePerson(), await makePerson()];
  for (let index = 0; index < 9; index++) await addCall({ userId: first.id, day: DAY, app: APP, firstTokenMs: 9 });
  await addCall({ userId: second.id, day: DAY, app: APP, firstTokenMs: 4000 });
  await addCall({ userId: second.id, day: DAY, app: APP });
});
afterAll(closeDatabase);

const dashboard = async (day: string) => {
  const query = { period: "custom", from: day, to: day };
  return (await answer<DashboardDto>(dashboardRoute, { token: boss.token, query })).data!;
};

describe("the median of fast calls", () => {
  it("is as fast as they are, in totals, courses and combinations", async () => {
    const { totals, series } = await dashboard(DAY);
    expect(totals).toMatchObject({ firstTokenMs: 408, firstTokenP50: 9 });
    expect(totals.firstTokenP95).toBeGreaterThan(3600);
    expect(totals.firstTokenP95).toBeLessThan(4400);
    expect(series[0]!.figures.firstTokenP50).toBe(9);
    const query = { period: "custom", from: DAY, to: DAY, user: first.id, app: APP };
    const page = (await answer<TokensPage>(tokensRoute, { token: boss.token, params: { dimension: "app" }, query }))
      .data!;
    expect(page.totals).toMatchObject({ calls: 9, firstTokenP50: 9, firstTokenP95: 9 });
  });

  it("is the same in rollups that are made anew, and by month", async () => {
    const read = () => db().select().from(usageDaily).where(eq(usageDaily.day, DAY)).orderBy(usageDaily.userId);
    const month = () =>
      db()
        .select({ latency: usageTotals.latency })
        .from(usageTotals)
        .where(and(eq(usageTotals.grain, "month"), eq(usageTotals.period, "2016-02-01"), eq(usageTotals.key, APP)));
    const before = [await read(), await month()];
    expect(before[1]).toEqual([{ latency: { 23: 9, 87: 1 } }]);
    await db().transaction(async (tx) => {
      await lockRollups(tx);
      await rebuildRollups(tx, DAY, DAY);
    });
    expect([await read(), await month()]).toEqual(before);
  });

  it("of rollups from before lies between their bounds, as it did", async () => {
    const old = { grain: "day", dimension: "all", key: "all", period: OLD, calls: 10, firstTokens: 10 } as const;
    await db()
      .insert(usageTotals)
      .values({ ...old, latency: { "-1": 10 } });
    expect((await dashboard(OLD)).totals).toMatchObject({ calls: 10, firstTokenP50: 250, firstTokenP95: 475 });
  });
});
