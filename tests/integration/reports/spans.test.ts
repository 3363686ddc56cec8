import { sql } from "drizzle-orm";
import fc from "fast-check";
import { v7 } from "uuid";
import { closeDatabase, db } from "@/db/client";
import { lockRollups, rebuildRollups } from "@/db/queries/models/reconcile";
import { listPathTokens, listTotals } from "@/db/queries/reports/reports";
import { NO_ID } from "@/db/schema/reports";
import { lastOfMonth, type Range, splitRange } from "@/lib/config/day-range";
import { addDays, daysBetween } from "@/lib/config/time";
import { overlapOf, previousOf, rangeOf } from "@/lib/features/reports/period";
import { countKeys, keepSpans, listPeople, readSpanned } from "@/lib/features/reports/service/spans";
import { refreshRollups } from "@/lib/models/jobs";
import { addCall } from "@/tests/factories/ledger";
import { makePerson, type Person } from "@/tests/factories/people";

/** Days of their own, so that other files' calls do not matter. */
const TODAY = "2004-06-15";
const FIRST = "2003-09-01";
const DIMENSIONS = ["user", "department", "path"] as const;
const LEDGER_KEY = {
  user: sql`user_id::text`,
  department: sql`coalesce(department_id, ${NO_ID})::text`,
  path: sql`department_path`,
};

let people: Person[];
let departments: { departmentId: string; departmentPath: string }[];

beforeAll(async () => {
  people = [await makePerson(), await makePerson(), await makePerson()];
  const top = people[0]!.actor.departmentPath;
  departments = [1, 2, 3].map((number) => {
    const departmentId = v7();
    return {
      departmentId,
      departmentPath: `${number === 3 ? (departments?.[0]?.departmentPath ?? top) : top}${departmentId}/`,
    };
  });
});
afterAll(closeDatabase);

interface Call {
  person: number;
  department: number;
  /** Days before today. */
  ago: number;
  tokens: number;
}
const call = fc.record({
  person: fc.nat(2),
  department: fc.nat(2),
  ago: fc.oneof(fc.nat(2), fc.nat(daysBetween(FIRST, TODAY))),
  tokens: fc.nat(5000),
});

const add = ({ person, department, ago, tokens }: Call) =>
  addCall({
    userId: people[person]!.id,
    ...departments[department]!,
    day: addDays(TODAY, -ago),
    inputTokens: tokens,
    outputTokens: 7,
  });

/** What the ledger itself says, the largest first. */
async function ledgerSums(dimension: keyof typeof LEDGER_KEY, { from, to }: Range) {
  const { rows } = await db().execute<{ key: string; tokens: string }>(sql`
    select ${LEDGER_KEY[dimension]} as key, sum(input_tokens + output_tokens) as tokens from usage_ledger
    where day between ${from}::date and ${to}::date and settled_at is not null group by 1 order by 2 desc, 1`);
  return rows.map(({ key, tokens }) => ({ key, tokens: Number(tokens) }));
}

async function ledgerPeople({ from, to }: Range): Promise<number> {
  const { rows } = await db().execute<{ people: string }>(sql`
    select count(distinct user_id) as people from usage_ledger where day between ${from}::date and ${to}::date`);
  return Number(rows[0]!.people);
}

async function expectAgreement(): Promise<void> {
  for (const period of ["30d", "90d", "half"] as const) {
    const range = rangeOf(period, TODAY);
    for (const days of [range, previousOf(range)]) {
      const window = splitRange(days, TODAY);
      for (const dimension of DIMENSIONS) {
        const found = await readSpanned(dimension, { range: days, today: TODAY }, async (spanned) => {
          if (dimension === "path") return listPathTokens(db(), spanned ?? window);
          const { items, total } = await listTotals(db(), { dimension, window, spanned });
          expect(total).toBe(items.length);
          return items.map(({ key, inputTokens, outputTokens }) => ({ key, tokens: inputTokens + outputTokens }));
        });
        const byTokens = found.sort((a, b) => b.tokens - a.tokens || (a.key < b.key ? -1 : 1));
        expect(byTokens).toEqual(await ledgerSums(dimension, days));
      }
      expect(await countKeys("user", days, TODAY)).toBe(await ledgerPeople(days));
    }
    for (const { period: month, people: count } of await listPeople(range, "month", TODAY)) {
      expect(count).toBe(await ledgerPeople(overlapOf({ from: month, to: lastOfMonth(month) }, range)));
    }
  }
}

it("what is kept of days that are over equals the ledger, whatever is added late, today or made anew", async () => {
  const step = fc.record({ calls: fc.array(call, { maxLength: 6 }), rebuilt: fc.option(fc.nat(200), { nil: null }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 3 }), async (steps) => {
      for (const { calls, rebuilt } of steps) {
        for (const one of calls) await add(one);
        await refreshRollups();
        const day = rebuilt === null ? null : addDays(TODAY, -rebuilt);
        if (day)
          await db().transaction(async (tx) => {
            await lockRollups(tx);
            await rebuildRollups(tx, day, day);
          });
        await expectAgreement();
      }
    }),
    { numRuns: 3 },
  );
});

it("a span is kept, and gone with the first late call of its days; today's calls leave it", async () => {
  await keepSpans(TODAY, new AbortController().signal);
  const spans = async () =>
    (
      await db().execute<{ count: string }>(
        sql`select count(*) from usage_spans where is_summed and to_day between ${FIRST} and ${TODAY}`,
      )
    ).rows[0]!.count;
  const kept = Number(await spans());
  expect(kept).toBeGreaterThan(10);
  await add({ person: 0, department: 0, ago: 0, tokens: 1 });
  await refreshRollups();
  expect(Number(await spans())).toBe(kept);
  await add({ person: 0, department: 0, ago: 1, tokens: 1 });
  await refreshRollups();
  expect(Number(await spans())).toBeLessThan(kept);
  await expectAgreement();
});
