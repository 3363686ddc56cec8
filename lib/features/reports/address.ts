import { GRAINS, type Grain } from "@/lib/config/day-range";
import { isDay } from "@/lib/config/time";
import { areaOfApp } from "@/lib/conversation/areas";
import { askedWords } from "@/lib/text/visible";
import { type Dimension, ORDERS, type Order } from "./kinds";
import { isCustomRange, PERIODS, type Period } from "./period";

/** What the dashboard's chart tells of. */
export const METRICS = ["tokens", "questions", "cost", "images", "failed", "latency"] as const;
export type Metric = (typeof METRICS)[number];

export interface PeriodState {
  period: Period;
  from?: string;
  to?: string;
  grain: Grain;
}

export interface DashboardState extends PeriodState {
  metric: Metric;
  /** Single records are open: of everything (`all`), or of one day or month of the chart. */
  calls?: string;
}

export const FILTERS = ["app", "model", "user", "dept", "key"] as const;
export type FilterName = (typeof FILTERS)[number];

export interface TokensState extends PeriodState, Partial<Record<FilterName, string>> {
  keyword: string;
  /** Departments as a list, of themselves (`own`) or with those below; else as a tree. */
  flat: boolean;
  own: boolean;
  sort: Order;
  order: "asc" | "desc";
  page: number;
  /** As on the dashboard, or the key of a row. */
  calls?: string;
  /** A department's statement is open: its month, and the department's id after a comma. */
  statement?: string;
}

export const isTree = (dimension: Dimension, { flat }: Pick<TokensState, "flat">) => dimension === "dept" && !flat;

type Params = Record<string, string | string[] | undefined>;

const text = (value: string | string[] | undefined, max = 100) => askedWords(value, max) || undefined;

/** The period an address asks for; what it does not know counts as not asked. */
export function readPeriod(params: Params): PeriodState {
  const grain = GRAINS.find((key) => key === params.grain) ?? "day";
  const period = PERIODS.find((key) => key === params.period) ?? "30d";
  if (period !== "custom") return { period, grain };
  const [from, to] = [text(params.from), text(params.to)];
  return from && to && isDay(from) && isDay(to) && isCustomRange({ from, to })
    ? { period, from, to, grain }
    : { period: "30d", grain };
}

export function readDashboardState(params: Params): DashboardState {
  const metric = METRICS.find((key) => key === params.metric) ?? "tokens";
  return { ...readPeriod(params), metric, calls: text(params.calls) };
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function readTokensState(params: Params): TokensState {
  const page = Number(params.page);
  const filters = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = text(params[name]);
      return value && (name === "app" || ID.test(value)) ? [[name, value]] : [];
    }),
  );
  return {
    ...readPeriod(params),
    ...filters,
    keyword: text(params.q, 200) ?? "",
    flat: params.flat === "true" || params.own === "true",
    own: params.own === "true",
    sort: ORDERS.find((key) => key === params.sort) ?? "tokens",
    order: params.order === "asc" ? "asc" : "desc",
    page: Number.isInteger(page) && page > 0 && page <= 100_000 ? page : 1,
    calls: text(params.calls),
    statement: text(params.statement),
  };
}

/** The address's query, with its question mark; what is as usual is left out. */
export function reportAddress(state: Partial<TokensState & DashboardState>): string {
  const usual: Record<string, unknown> = {
    period: "30d",
    grain: "day",
    metric: "tokens",
    sort: "tokens",
    order: "desc",
    page: 1,
  };
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value === undefined || value === "" || value === false || value === usual[name]) continue;
    params.set(name === "keyword" ? "q" : name, String(value));
  }
  const query = params.toString();
  return query && `?${query}`;
}

/** Period and filters alone: what goes along from one table to another. */
export function carriedState({ period, from, to, grain, ...rest }: TokensState): Partial<TokensState> {
  const filters = Object.fromEntries(FILTERS.map((name) => [name, rest[name]]));
  return { period, from, to, grain, ...filters };
}

/** The period's part of a call's query. */
export function periodQueryOf({ period, from, to }: PeriodState) {
  return { period, ...(period === "custom" ? { from, to } : {}) };
}

export function filtersOf(state: Partial<Record<FilterName, string>>): Partial<Record<FilterName, string>> {
  return Object.fromEntries(FILTERS.flatMap((name) => (state[name] === undefined ? [] : [[name, state[name]]])));
}

/**
 * The conversations behind calls; the records read the same names. Null where there can be none: calls with a key, and
 * areas nobody talks in.
 */
export function recordsPath(
  { from, to }: { from: string; to: string },
  { app, model, user, dept, key }: Partial<Record<FilterName, string>>,
): string | null {
  if (key || (app && !areaOfApp(app))) return null;
  const named = Object.entries({ from, to, app, model, user, dept }).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  );
  return `/system/detail-manage/detail-record?${new URLSearchParams(named)}`;
}

export const TOKENS_PATH = "/system/report-v2/tokens-stats";

export function tokensPath(dimension: Dimension, state: Partial<TokensState> = {}): string {
  return `${TOKENS_PATH}/${dimension}${reportAddress(state)}`;
}

/** The detail of an app; its name stands in the address for people (spec 2). */
export function appPath(app: string, name: string, state: Partial<PeriodState> = {}): string {
  const query = reportAddress(state);
  return `/system/report-v2/app-stats-detail/${encodeURIComponent(app)}/${encodeURIComponent(name)}${query}`;
}
