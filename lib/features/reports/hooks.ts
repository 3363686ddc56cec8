import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { type DashboardState, filtersOf, isTree, type PeriodState, periodQueryOf, type TokensState } from "./address";
import type { ChoiceKind, Dimension, Format } from "./kinds";

const BASE = "/admin/report";

/** Screens show their failures themselves. */
const meta = { quiet: true };

export function dashboardQuery({ metric: _metric, calls: _calls, ...state }: DashboardState) {
  const query = { ...periodQueryOf(state), grain: state.grain };
  return queryOptions({
    queryKey: ["reports", "dashboard", query],
    queryFn: ({ signal }) => api.get(`${BASE}/dashboard`, { query, signal }),
    placeholderData: keepPreviousData,
    meta,
  });
}

function rowsQuery(state: TokensState) {
  const { keyword, own, sort, order } = state;
  return { ...periodQueryOf(state), ...filtersOf(state), keyword: keyword || undefined, own, sort, order };
}

export function tokensQuery(dimension: Dimension, state: TokensState) {
  const query = { ...rowsQuery(state), page: state.page };
  return queryOptions({
    queryKey: ["reports", "tokens", dimension, query],
    queryFn: ({ signal }) => api.get(`${BASE}/tokens/${encodeURIComponent(dimension)}`, { query, signal }),
    placeholderData: keepPreviousData,
    meta,
  });
}

/** The tree of departments; `isWanted`: only where it is shown. */
export function departmentTreeQuery(state: TokensState, isWanted: boolean) {
  const query = { ...periodQueryOf(state), ...filtersOf(state) };
  return queryOptions({
    queryKey: ["reports", "departments", query],
    queryFn: ({ signal }) => api.get(`${BASE}/departments`, { query, signal }),
    placeholderData: keepPreviousData,
    enabled: isWanted,
    meta,
  });
}

export function seriesQuery(state: TokensState) {
  const query = { ...periodQueryOf(state), ...filtersOf(state), grain: state.grain };
  return queryOptions({
    queryKey: ["reports", "series", query],
    queryFn: ({ signal }) => api.get(`${BASE}/series`, { query, signal }),
    placeholderData: keepPreviousData,
    meta,
  });
}

export function appQuery(appId: string, state: PeriodState) {
  const query = { ...periodQueryOf(state), grain: state.grain };
  return queryOptions({
    queryKey: ["reports", "app", appId, query],
    queryFn: ({ signal }) => api.get(`${BASE}/app/${encodeURIComponent(appId)}`, { query, signal }),
    placeholderData: keepPreviousData,
    meta,
  });
}

/** What single records are asked for. */
export interface CallsScope extends Partial<Record<"app" | "model" | "user" | "dept" | "key", string>> {
  from: string;
  to: string;
  failed: boolean;
}

const callsScope = ({ from, to, failed, ...filters }: CallsScope) => ({
  period: "custom",
  from,
  to,
  ...filters,
  ...(failed ? { failed } : {}),
});

export function callsQuery(scope: CallsScope) {
  const query = callsScope(scope);
  return infiniteQueryOptions({
    queryKey: ["reports", "calls", query],
    queryFn: ({ pageParam, signal }) =>
      api.get(`${BASE}/calls`, { query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    meta,
  });
}

export function statementQuery(month: string, departmentId: string | undefined) {
  const query = { month, departmentId };
  return queryOptions({
    queryKey: ["reports", "statement", query],
    queryFn: ({ signal }) => api.get(`${BASE}/statement`, { query, signal }),
    meta,
  });
}

export function choicesQuery(kind: ChoiceKind, { keyword, id }: { keyword?: string; id?: string }) {
  const query = { kind, keyword: keyword || undefined, id };
  return queryOptions({
    queryKey: ["reports", "choices", query],
    queryFn: ({ signal }) => api.get(`${BASE}/choices`, { query, signal }),
    staleTime: 60_000,
    meta,
  });
}

/** Exports as the browser's downloads. They may take long: there is no time-out but the server's. */
const EXPORT_MS = 600_000;
const download = (path: string, query: Record<string, string | boolean | undefined>) =>
  api.download(`${BASE}/${path}/export`, { query, timeoutMs: EXPORT_MS });

export const exports = {
  dashboard: (state: DashboardState, format: Format) =>
    download("dashboard", { ...periodQueryOf(state), grain: state.grain, format }),
  tokens: (dimension: Dimension, state: TokensState, format: Format) =>
    download(`tokens/${dimension}`, { ...rowsQuery(state), tree: isTree(dimension, state) || undefined, format }),
  series: (state: PeriodState & Partial<TokensState>, format: Format) =>
    download("series", { ...periodQueryOf(state), ...filtersOf(state), grain: state.grain, format }),
  calls: (scope: CallsScope, format: Format) => download("calls", { ...callsScope(scope), format }),
  statement: (month: string, departmentId: string | undefined) => download("statement", { month, departmentId }),
};
