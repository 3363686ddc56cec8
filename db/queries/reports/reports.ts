import { and, between, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Range, Split } from "../../../lib/config/day-range";
import type { Histogram } from "../../../lib/config/latency";
import { MEASURES, type Measure, type Sums } from "../../../lib/config/usage-measures";
import type { Queryable } from "../../client";
import { columnsOf } from "../../columns";
import { inWindow } from "../../day-window";
import { type TOTAL_DIMENSIONS, usageDaily, usageTotals } from "../../schema/reports";

export type TotalDimension = (typeof TOTAL_DIMENSIONS)[number];

/** What the cube is narrowed to; a department includes everything below it, as the tree was at the time of the call. */
export interface CubeFilter {
  app?: string;
  modelId?: string;
  userId?: string;
  departmentId?: string;
  apiKeyId?: string;
}

export type KeyedSums = Sums & { key: string };

/** Every measure of a rollup summed; exact, as sums of whole numbers are. With the histogram where percentiles are told. */
function withLatency(table: typeof usageTotals | typeof usageDaily) {
  const { latency } = table;
  return {
    ...sumsOf(table),
    latency: sql<Histogram>`merge_latencies(coalesce(jsonb_agg(${latency}) filter (where ${latency} <> '{}'), '[]'))`,
  };
}

function sumsOf(table: typeof usageTotals | typeof usageDaily) {
  return Object.fromEntries(
    MEASURES.map((measure) => [measure, sql<number>`coalesce(sum(${table[measure]}), 0)::bigint`.mapWith(Number)]),
  ) as Record<Measure, SQL<number>>;
}

/** Sums as they come by name from a query over `usage_totals`, to sort by. */
const ORDERS = {
  tokens: sql`sum(${usageTotals.inputTokens} + ${usageTotals.outputTokens})`,
  inputTokens: sql`sum(${usageTotals.inputTokens})`,
  outputTokens: sql`sum(${usageTotals.outputTokens})`,
  calls: sql`sum(${usageTotals.calls})`,
  failed: sql`sum(${usageTotals.failed})`,
  questions: sql`sum(${usageTotals.questions})`,
  sessions: sql`sum(${usageTotals.sessions})`,
  images: sql`sum(${usageTotals.images})`,
  costMicros: sql`sum(${usageTotals.costMicros})`,
  firstTokenMs: sql`sum(${usageTotals.firstTokenMs})::float8 / nullif(sum(${usageTotals.firstTokens}), 0)`,
} as const;
export type ReportOrder = keyof typeof ORDERS;

const within = (window: Split) => inWindow(usageTotals.grain, usageTotals.period, window);

/** Days that are over as a span keeps them (`spans.ts`), and days beside them: tokens of a dimension alone. */
export interface Spanned {
  span: string;
  days: readonly Range[];
}
export type Window = Split | Spanned;

interface TotalsQuery {
  dimension: TotalDimension;
  window: Split;
  /** The same days by a span, to find the largest by. */
  spanned?: Spanned;
  /** These keys only. */
  keys?: readonly string[];
  order?: ReportOrder;
  descending?: boolean;
  limit?: number;
  offset?: number;
  /** With the histogram for percentiles. */
  latency?: boolean;
}

/**
 * Rows of a dimension and window, each part by its own index. The dimension is written out: plans are made once for all
 * parameters, and the index of people holds only theirs.
 */
export function partsOf({ dimension, window }: { dimension: TotalDimension; window: Window }, columns: SQL): SQL {
  const of = sql.raw(`'${dimension}'`);
  const part = (grain: SQL, { from, to }: Range) =>
    sql`select ${columns} from usage_totals where grain = ${grain} and dimension = ${of} and period between ${from}::date and ${to}::date`;
  const days = window.days.map((range) => part(sql`'day'`, range));
  const kept = (id: string) => sql`select ${columns} from usage_span_tokens where span_id = ${id}`;
  if ("span" in window) return sql`(${sql.join([kept(window.span), ...days], sql` union all `)}) part`;
  const parts = [...(window.months ? [part(sql`'month'`, window.months)] : []), ...days];
  return sql`(${sql.join(parts, sql` union all `)}) part`;
}

/** Sums along a dimension, the largest first unless told otherwise, with the number of all keys. */
export async function listTotals(db: Queryable, query: TotalsQuery): Promise<{ items: KeyedSums[]; total: number }> {
  const { keys, order = "tokens" } = query;
  if (keys?.length === 0) return { items: [], total: 0 };
  if (keys || order !== "tokens") return sumKeys(db, query);
  // Which they are is known from few columns; the others are summed of a page only.
  const page = await pageByTokens(db, query);
  if (page.keys.length === 0) return { items: [], total: query.offset ? await countTotals(db, query) : 0 };
  const { items } = await sumKeys(db, { ...query, keys: page.keys, offset: 0 });
  return { items, total: page.total };
}

async function pageByTokens(
  db: Queryable,
  { dimension, window, spanned, descending = true, limit = 1000, offset = 0 }: TotalsQuery,
): Promise<{ keys: string[]; total: number }> {
  const { rows } = await db.execute<{ key: string; total: string }>(sql`
    select key, count(*) over () as total
    from ${partsOf({ dimension, window: spanned ?? window }, sql`key, input_tokens, output_tokens`)}
    group by key order by sum((input_tokens + output_tokens)::float8) ${descending ? sql`desc` : sql`asc`}, key
    limit ${limit} offset ${offset}`);
  return { keys: rows.map(({ key }) => key), total: Number(rows[0]?.total ?? 0) };
}

async function sumKeys(db: Queryable, query: TotalsQuery): Promise<{ items: KeyedSums[]; total: number }> {
  const { dimension, window, keys, latency = false } = query;
  const { order = "tokens", descending = true, limit = 1000, offset = 0 } = query;
  const rows = await db
    .select({
      key: usageTotals.key,
      ...(latency ? withLatency(usageTotals) : sumsOf(usageTotals)),
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(usageTotals)
    .where(and(eq(usageTotals.dimension, dimension), within(window), keys && inArray(usageTotals.key, [...keys])))
    .groupBy(usageTotals.key)
    .orderBy(descending ? sql`${ORDERS[order]} desc nulls last` : sql`${ORDERS[order]} asc nulls last`, usageTotals.key)
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ total: _total, ...row }) => row);
  return { items, total: rows[0]?.total ?? (offset > 0 ? await countTotals(db, query) : 0) };
}

/** Sums by where a department stood at the time of the calls; narrowed to a department, what lay below it then. */
export async function listPaths(db: Queryable, window: Split, departmentId?: string): Promise<KeyedSums[]> {
  const part = partsOf({ dimension: "path", window }, sql`*`);
  const where = departmentId ? sql`where ${isBelow(sql`part.key`, departmentId)}` : sql``;
  const sums = MEASURES.map(
    (measure) => sql`sum(part.${sql.identifier(usageTotals[measure].name)})::float8 as ${sql.identifier(measure)}`,
  );
  const { rows } = await db.execute<KeyedSums>(
    sql`select part.key, ${sql.join(sums, sql`, `)} from ${part} ${where} group by part.key`,
  );
  return rows;
}

/** Tokens by where a department stood at the time of the calls. */
export async function listPathTokens(db: Queryable, window: Window): Promise<{ key: string; tokens: number }[]> {
  const part = partsOf({ dimension: "path", window }, sql`key, input_tokens, output_tokens`);
  const { rows } = await db.execute<{ key: string; tokens: number }>(
    sql`select key, sum(input_tokens + output_tokens)::float8 as tokens from ${part} group by key`,
  );
  return rows;
}

/** How many keys of a dimension have calls: of `user`, the people. */
export async function countTotals(
  db: Queryable,
  { dimension, window, keys }: { dimension: TotalDimension; window: Window; keys?: readonly string[] },
): Promise<number> {
  const these = keys ? sql`where key = any(${sql.param([...keys])})` : sql``;
  const { rows } = await db.execute<{ count: string }>(
    sql`select count(*) as count from (select key from ${partsOf({ dimension, window }, sql`key`)} ${these} group by key) found`,
  );
  return Number(rows[0]?.count ?? 0);
}

const point = {
  day: sql<string>`${usageTotals.period}`,
  month: sql<string>`date_trunc('month', ${usageTotals.period})::date`,
};

/** Sums of one key by day or by month. */
export function listSeries(
  db: Queryable,
  { dimension, key, window, grain }: { dimension: TotalDimension; key: string; window: Split; grain: "day" | "month" },
): Promise<(Sums & { period: string })[]> {
  return db
    .select({ period: sql<string>`${point[grain]}::text`, ...withLatency(usageTotals) })
    .from(usageTotals)
    .where(and(eq(usageTotals.dimension, dimension), eq(usageTotals.key, key), within(window)))
    .groupBy(point[grain])
    .orderBy(point[grain]);
}

/** Keys a dimension has ever had, by month rows. */
export async function listKeys(db: Queryable, dimension: TotalDimension, limit: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ key: usageTotals.key })
    .from(usageTotals)
    .where(and(eq(usageTotals.grain, "month"), eq(usageTotals.dimension, dimension)))
    .limit(limit);
  return rows.map(({ key }) => key);
}

/** Ids hold no wildcards. The path is the one of the call, so moved departments count where they were. */
const isBelow = (path: Column | SQL, departmentId: string) => sql`${path} like ${`%${departmentId}/%`}`;

function cubeWhere(filter: CubeFilter, { from, to }: Range): SQL | undefined {
  return and(
    between(usageDaily.day, from, to),
    filter.app === undefined ? undefined : eq(usageDaily.app, filter.app),
    filter.modelId ? eq(usageDaily.modelId, filter.modelId) : undefined,
    filter.userId ? eq(usageDaily.userId, filter.userId) : undefined,
    filter.apiKeyId ? eq(usageDaily.apiKeyId, filter.apiKeyId) : undefined,
    filter.departmentId ? isBelow(usageDaily.departmentPath, filter.departmentId) : undefined,
  );
}

const CUBE_KEYS = {
  all: sql<string>`'all'`,
  app: sql<string>`${usageDaily.app}`,
  model: sql<string>`${usageDaily.modelId}::text`,
  user: sql<string>`${usageDaily.userId}::text`,
  department: sql<string>`${usageDaily.departmentId}::text`,
  /** Where the department of a call stood then, from the top down; empty for nobody's. */
  path: sql<string>`${usageDaily.departmentPath}`,
  key: sql<string>`${usageDaily.apiKeyId}::text`,
  day: sql<string>`${usageDaily.day}::text`,
  month: sql<string>`date_trunc('month', ${usageDaily.day})::date::text`,
  appModel: sql<string>`${usageDaily.app} || ' ' || ${usageDaily.modelId}`,
} as const;
export type CubeKey = keyof typeof CUBE_KEYS | "tree";

/** Sums of the cube by a key. Callers give a month at most: a statement over the whole cube would hold all others up. */
export function sumCube(db: Queryable, by: CubeKey, filter: CubeFilter, days: Range): Promise<KeyedSums[]> {
  const where = cubeWhere(filter, days);
  if (by === "tree") {
    return db
      .select({ key: sql<string>`part`, ...sumsOf(usageDaily) })
      .from(usageDaily)
      .innerJoin(sql`unnest(string_to_array(${usageDaily.departmentPath}, '/')) part`, sql`part <> ''`)
      .where(where)
      .groupBy(sql`part`);
  }
  const isCourse = by === "all" || by === "day" || by === "month";
  return db
    .select({ key: CUBE_KEYS[by].as("key"), ...(isCourse ? withLatency(usageDaily) : sumsOf(usageDaily)) })
    .from(usageDaily)
    .where(where)
    .groupBy(sql`1`);
}

/** People of the cube. */
export async function listCubePeople(db: Queryable, filter: CubeFilter, days: Range): Promise<string[]> {
  const rows = await db.selectDistinct({ id: usageDaily.userId }).from(usageDaily).where(cubeWhere(filter, days));
  return rows.map(({ id }) => id);
}

/** Days with calls, the newest first, and how many each has: where single records are to be found. */
export function listActiveDays(db: Queryable, filter: CubeFilter, days: Range) {
  const { calls, failed } = usageDaily;
  return db
    .select({
      day: usageDaily.day,
      calls: sql<number>`sum(${calls})`.mapWith(Number),
      failed: sql<number>`sum(${failed})`.mapWith(Number),
    })
    .from(usageDaily)
    .where(cubeWhere(filter, days))
    .groupBy(usageDaily.day)
    .orderBy(sql`${usageDaily.day} desc`);
}

/** Rollups that hold what counts against a budget of a subject. */
const BUDGET_DIMENSIONS = { user: "user", department: "tree", app: "app", key: "key" } as const;

/** How many calls without a price subjects of budgets made in a day or month (`2026-11-22`, `2026-11`); in their order. */
export async function listUnpricedOf(
  db: Queryable,
  subjects: readonly { subjectType: keyof typeof BUDGET_DIMENSIONS; key: string; day: string }[],
): Promise<number[]> {
  if (subjects.length === 0) return [];
  const wanted = subjects.map(({ subjectType, key, day }) => ({
    grain: day.length === 10 ? "day" : "month",
    dimension: BUDGET_DIMENSIONS[subjectType],
    period: day.length === 10 ? day : `${day}-01`,
    key,
  }));
  const rows = await db
    .select(columnsOf(usageTotals, "grain", "dimension", "period", "key", "unpriced"))
    .from(usageTotals)
    .where(
      sql`(${usageTotals.grain}, ${usageTotals.dimension}, ${usageTotals.period}, ${usageTotals.key}) in (${sql.join(
        wanted.map((row) => sql`(${row.grain}, ${row.dimension}, ${row.period}::date, ${row.key})`),
        sql`, `,
      )})`,
    );
  const name = (row: { grain: string; dimension: string; period: string; key: string }) =>
    `${row.grain} ${row.dimension} ${row.period} ${row.key}`;
  const found = new Map(rows.map((row) => [name(row), row.unpriced]));
  return wanted.map((row) => found.get(name(row)) ?? 0);
}
