import { and, eq } from "drizzle-orm";
import { GET as dashboardRoute } from "@/app/api/admin/report/dashboard/route";
import { closeDatabase, db } from "@/db/client";
import { lockRollups, rebuildRollups } from "@/db/queries/models/reconcile";
import { usageCounters, usageLedger } from "@/db/schema/models";
import { notifications } from "@/db/schema/notifications";
import { usageChecks, usageDaily, usageTotals } from "@/db/schema/reports";
import { loadConfig } from "@/lib/config/system-config";
import { addDays, dayIn } from "@/lib/config/time";
import type { DashboardDto } from "@/lib/features/reports/dto";
import { refreshRollups } from "@/lib/models/jobs";
import { reconcile, reconcileDay } from "@/lib/models/reconcile";
import { answer } from "@/tests/factories/call";
import { addCall } from "@/tests/factories/ledger";
import { makePerson, type Person } from "@/tests/factories/people";

let boss: Person;
let person: Person;
/** A day of its own, so that other files' calls do not matter. */
const DAY = "2017-03-14";

beforeAll(async () => {
  [boss, person] = [await makePerson({ roles: ["administrator"] }), await makePerson()];
  const where = { departmentId: person.actor.departmentId, departmentPath: person.actor.departmentPath };
  for (const day of [DAY, DAY, "2017-03-20"]) {
    await addCall({ ...where, userId: person.id, day, countedTokens: 110, costMicros: 7 });
  }
  await db()
    .insert(usageCounters)
    .values({ subject: `user:${person.id}`, unit: "tokens", period: DAY, used: 220 });
  await refreshRollups();
});
afterAll(closeDatabase);

const told = async () =>
  (await db().select().from(notifications).where(eq(notifications.userId, boss.id))).filter(
    ({ kind }) => kind === "usageDifference",
  );
const rowsOf = async (day: string) => {
  const where = and(eq(usageTotals.period, day), eq(usageTotals.grain, "day"));
  const totals = await db().select().from(usageTotals).where(where).orderBy(usageTotals.dimension, usageTotals.key);
  const months = await db()
    .select()
    .from(usageTotals)
    .where(eq(usageTotals.period, "2017-03-01"))
    .orderBy(usageTotals.dimension, usageTotals.key);
  return { totals, months, cube: await db().select().from(usageDaily).where(eq(usageDaily.day, day)) };
};

describe("reconciliation", () => {
  it("finds nothing where everything agrees, and says so", async () => {
    expect(await reconcileDay(DAY)).toEqual([]);
    const [check] = await db().select().from(usageChecks).where(eq(usageChecks.day, DAY));
    expect(check).toMatchObject({ differences: [], calls: 2, tokens: 220 });
    expect(await told()).toEqual([]);
  });

  it("finds a wrong day, a wrong month and a missing cube row, makes them anew and tells once", async () => {
    const right = await rowsOf(DAY);
    await db()
      .update(usageTotals)
      .set({ inputTokens: 5 })
      .where(and(eq(usageTotals.dimension, "user"), eq(usageTotals.key, person.id), eq(usageTotals.period, DAY)));
    await db()
      .update(usageTotals)
      .set({ calls: 99 })
      .where(and(eq(usageTotals.dimension, "all"), eq(usageTotals.period, "2017-03-01")));
    await db().delete(usageDaily).where(eq(usageDaily.day, DAY));
    const found = (await reconcileDay(DAY)).map(({ figure, ledger, rollup }) => [figure, ledger, rollup]);
    expect(found).toContainEqual([`day user ${person.id} inputTokens`, 200, 5]);
    expect(found).toContainEqual(["month all all calls", 3, 99]);
    expect(found).toContainEqual(["cube calls", 2, 0]);
    expect(await rowsOf(DAY)).toEqual(right);
    expect((await told()).map(({ args }) => args)).toEqual([{ day: DAY, count: found.length }]);
    expect(await reconcileDay(DAY)).toEqual([]);
    expect(await told()).toHaveLength(1);
  });

  it("tells of a counter that is wrong, once, and leaves it: limits of that day are over", async () => {
    const where = and(eq(usageCounters.subject, `user:${person.id}`), eq(usageCounters.period, DAY));
    await db().update(usageCounters).set({ used: 1 }).where(where);
    const wanted = [{ figure: `counter user:${person.id} tokens`, ledger: 220, rollup: 1 }];
    expect(await reconcileDay(DAY)).toEqual(wanted);
    expect(await reconcileDay(DAY)).toEqual(wanted);
    expect(await told()).toHaveLength(2);
  });

  it("counts rows that were settled meanwhile neither twice nor never", async () => {
    await addCall({ userId: person.id, day: DAY });
    // Not rolled up yet: no difference of the rollups.
    expect((await reconcileDay(DAY)).filter(({ figure }) => !figure.startsWith("counter"))).toEqual([]);
    await db().transaction(async (tx) => {
      await lockRollups(tx);
      await rebuildRollups(tx, DAY, DAY);
    });
    await refreshRollups();
    const [all] = (await rowsOf(DAY)).totals.filter(({ dimension }) => dimension === "all");
    expect(all?.calls).toBe(3);
    expect(await db().$count(usageLedger, eq(usageLedger.day, DAY))).toBe(3);
  });

  it("runs as a job for the last two days, and the dashboard says when", async () => {
    await reconcile.execute({}, { jobId: "test", signal: new AbortController().signal });
    const today = dayIn((await loadConfig("customConfig")).timeZone);
    const checks = await db().select({ day: usageChecks.day }).from(usageChecks);
    expect(checks.map(({ day }) => day)).toEqual(expect.arrayContaining([addDays(today, -1), addDays(today, -2)]));
    const { data } = await answer<DashboardDto>(dashboardRoute, { token: boss.token });
    expect(data!.check).toMatchObject({ day: addDays(today, -1), differences: 0 });
  });
});
