import "server-only";
import { db } from "@/db/client";
import {
  type CubeFilter,
  type CubeKey,
  countTotals,
  type KeyedSums,
  listActiveDays,
  listCubePeople,
  listPaths,
  listPathTokens,
  listSeries,
  listTotals,
  sumCube,
  type TotalDimension,
} from "@/db/queries/reports/reports";
import { type Grain, type Range, splitRange } from "@/lib/config/day-range";
import { addSums, NO_SUMS, type Sums } from "@/lib/config/usage-measures";
import { monthsOf, pointsOf } from "../period";
import { readSpanned } from "./spans";

/** What a report may be narrowed to, as its address says it. */
export interface Filter {
  app?: string;
  model?: string;
  user?: string;
  dept?: string;
  key?: string;
}

export function cubeFilter({ app, model, user, dept, key }: Filter): CubeFilter {
  return { app, modelId: model, userId: user, departmentId: dept, apiKeyId: key };
}

const ROLLUP_OF = { app: "app", model: "model", user: "user", dept: "tree", key: "key" } as const;

/** The one rollup row set that answers a filter, when there is one; null: the cube must be asked. */
function rollupOf(filter: Filter): { dimension: TotalDimension; key: string } | null {
  const set = Object.entries(filter).filter(([name, value]) => name in ROLLUP_OF && value !== undefined);
  if (set.length === 0) return { dimension: "all", key: "all" };
  const [name, key] = set[0] as [keyof typeof ROLLUP_OF, string];
  return set.length === 1 ? { dimension: ROLLUP_OF[name], key } : null;
}

/** Sums of what a filter leaves. */
export async function readSum(filter: Filter, range: Range, today: string): Promise<Sums> {
  const rollup = rollupOf(filter);
  if (rollup) {
    const { dimension, key } = rollup;
    const { items } = await listTotals(db(), {
      dimension,
      keys: [key],
      window: splitRange(range, today),
      limit: 1,
      latency: true,
    });
    return items[0] ?? NO_SUMS;
  }
  const [row] = await readCube("all", filter, range);
  return row ?? NO_SUMS;
}

/** Sums by day or month; every period of the range is there, also those without calls. */
export async function readSeries(filter: Filter, range: Range, grain: Grain, today: string) {
  const rollup = rollupOf(filter);
  let rows: (Sums & { period: string })[];
  if (rollup) {
    const window = grain === "month" ? splitRange(range, today) : { months: null, days: [range] };
    rows = await listSeries(db(), { ...rollup, window, grain });
  } else {
    rows = (await readCube(grain, filter, range)).map(({ key, ...sums }) => ({ ...sums, period: key }));
  }
  const found = new Map(rows.map((row) => [row.period, row]));
  return pointsOf(range, grain).map((period) => ({ period, sums: found.get(period) ?? NO_SUMS }));
}

/**
 * Sums of the cube by a key, month by month: no statement holds the others up for long, also where the database serves
 * one at a time (SECURITY PL-03).
 */
export async function readCube(by: CubeKey, filter: Filter, range: Range): Promise<KeyedSums[]> {
  const sums = new Map<string, KeyedSums>();
  for (const month of monthsOf(range)) {
    for (const row of await sumCube(db(), by, cubeFilter(filter), month)) {
      const before = sums.get(row.key);
      sums.set(row.key, before ? { ...addSums(before, row), key: row.key } : row);
    }
  }
  return [...sums.values()];
}

/** Sums by where departments stood at the time of the calls. */
export function readPaths({ dept, ...others }: Filter, range: Range, today: string): Promise<KeyedSums[]> {
  const isNarrowed = Object.values(others).some((value) => value !== undefined);
  return isNarrowed ? readCube("path", { dept, ...others }, range) : listPaths(db(), splitRange(range, today), dept);
}

/** Tokens by where departments stood at the time of the calls; of all calls days that are over are read as they are kept. */
export async function readPathTokens(filter: Filter, range: Range, today: string) {
  if (Object.values(filter).some((value) => value !== undefined)) {
    const sums = await readPaths(filter, range, today);
    return sums.map(({ key, inputTokens, outputTokens }) => ({ key, tokens: inputTokens + outputTokens }));
  }
  return readSpanned("path", { range, today }, (spanned) => listPathTokens(db(), spanned ?? splitRange(range, today)));
}

/** Days with calls, the newest first, and how many each has: where single records are to be found. */
export async function readActiveDays(filter: Filter, range: Range) {
  const rollup = rollupOf(filter);
  if (rollup) {
    const rows = await listSeries(db(), { ...rollup, window: { months: null, days: [range] }, grain: "day" });
    return rows.reverse().map(({ period, calls, failed }) => ({ day: period, calls, failed }));
  }
  const days: { day: string; calls: number; failed: number }[] = [];
  for (const month of monthsOf(range).reverse()) days.push(...(await listActiveDays(db(), cubeFilter(filter), month)));
  return days;
}

/** How many people made calls. */
export async function readPeople(filter: Filter, range: Range, today: string): Promise<number> {
  if (Object.values(filter).every((value) => value === undefined)) {
    return countTotals(db(), { dimension: "user", window: splitRange(range, today) });
  }
  const people = new Set<string>();
  for (const month of monthsOf(range)) {
    for (const id of await listCubePeople(db(), cubeFilter(filter), month)) people.add(id);
  }
  return people.size;
}
