import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { LogQuery } from "./filter";
import type { ExportFormat, LogSettings } from "./schema";

const BASE = "/admin/operation-log";
const EXPORT_MS = 120_000;
/** While a check runs its progress is asked for this often, milliseconds. */
const PROGRESS_MS = 1000;

export const logKeys = {
  all: ["operation-log"] as const,
  list: (query: LogQuery) => ["operation-log", "list", query] as const,
  one: (id: string) => ["operation-log", "one", id] as const,
  chain: ["operation-log", "chain"] as const,
  people: ["operation-log", "people"] as const,
};

export const operationsQuery = (query: LogQuery) =>
  infiniteQueryOptions({
    queryKey: logKeys.list(query),
    queryFn: ({ pageParam, signal }) => api.get(BASE, { query: { ...query, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

export const operationQuery = (id: string) =>
  queryOptions({
    queryKey: logKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const chainQuery = queryOptions({
  queryKey: logKeys.chain,
  queryFn: ({ signal }) => api.get(`${BASE}/verification`, { signal }),
  refetchInterval: ({ state }) => (state.data?.verification?.status === "running" ? PROGRESS_MS : false),
  meta: { quiet: true },
});

/** Starting and ending a check, and how long the log is kept. */
export function useChainActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: logKeys.chain });
  const start = useMutation({ mutationFn: () => api.post(`${BASE}/verification`, {}), onSuccess });
  const cancel = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/verification/${id}/cancel`),
    // It may have ended by itself meanwhile: what is true now is read anew either way.
    onSettled: onSuccess,
    meta: { quiet: true },
  });
  const settings = useMutation({
    mutationFn: (input: LogSettings) => api.patch(`${BASE}/settings`, input),
    onSuccess,
    meta: { quiet: true },
  });
  return { start, cancel, settings };
}

/** People for the filter. */
export const PEOPLE: ChoiceSource = {
  key: logKeys.people,
  find: async (keyword, signal) => {
    const query = { keyword: keyword || undefined };
    const { items } = await api.get(`${BASE}/people`, { query, signal });
    return items.map(({ id, name, account }) => ({ id, name, detail: account }));
  },
};

/** One person's name, for a filter that stands in the address. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: [...logKeys.people, "one", id] as const,
    queryFn: async ({ signal }) => {
      const { items } = await api.get(`${BASE}/people`, { query: { id }, signal });
      return items[0] ?? null;
    },
    meta: { quiet: true },
  });

export const exportOperations = (query: LogQuery, format: ExportFormat) =>
  api.download(`${BASE}/export`, { query: { ...query, format }, timeoutMs: EXPORT_MS });
