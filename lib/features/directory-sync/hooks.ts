import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { SyncAction } from "@/lib/config/channel-kinds";
import type { SyncRunDto } from "./dto";
import type { SyncSubject } from "./kinds";
import type { SyncSettings } from "./schema";

const BASE = "/admin/login-channels";
const POLL_MS = 1000;
export const RUNS_PAGE = 10;
export const ITEMS_PAGE = 20;

export interface ItemFilter {
  subject?: SyncSubject;
  action?: SyncAction;
  state?: "failed";
  keyword?: string;
  page: number;
}

export const syncKeys = {
  all: ["directory-sync"] as const,
  list: (channelId: string, page: number) => ["directory-sync", "list", channelId, page] as const,
  one: (id: string) => ["directory-sync", "one", id] as const,
  items: (id: string, status: string, filter: ItemFilter) => ["directory-sync", "items", id, status, filter] as const,
};

export const isAtWork = (run: SyncRunDto | undefined) => run?.status === "reading" || run?.status === "applying";

export const syncRunsQuery = (channelId: string, page: number) =>
  queryOptions({
    queryKey: syncKeys.list(channelId, page),
    queryFn: ({ signal }) => api.get(`${BASE}/${channelId}/sync`, { query: { page, pageSize: RUNS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

/** One run; asked again each second while the server is at work on it. */
export const syncRunQuery = (id: string) =>
  queryOptions({
    queryKey: syncKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/sync/${id}`, { signal }),
    refetchInterval: ({ state }) => (isAtWork(state.data) ? POLL_MS : false),
    staleTime: 0,
    meta: { quiet: true },
  });

/** `status` is part of the key: lines get their end with the run's. */
export const syncItemsQuery = (id: string, status: string, filter: ItemFilter) =>
  queryOptions({
    queryKey: syncKeys.items(id, status, filter),
    queryFn: ({ signal }) =>
      api.get(`${BASE}/sync/${id}/items`, { query: { ...filter, pageSize: ITEMS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** What a person does with the sync of a channel. */
export function useSyncActions(channelId: string) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: syncKeys.all });
  const preview = useMutation({
    mutationFn: () => api.post(`${BASE}/${channelId}/sync`),
    onSettled: refresh,
  });
  const apply = useMutation({
    mutationFn: ({ id, disables }: { id: string; disables?: number }) =>
      api.post(`${BASE}/sync/${id}/apply`, disables === undefined ? {} : { disables }),
    onSettled: refresh,
  });
  const cancel = useMutation({ mutationFn: (id: string) => api.post(`${BASE}/sync/${id}/cancel`), onSettled: refresh });
  const settings = useMutation({
    mutationFn: (value: SyncSettings) => api.patch(`${BASE}/${channelId}/sync/settings`, value),
    onSettled: refresh,
    meta: { quiet: true },
  });
  /** Lists of people and departments elsewhere show what was applied; the history shows the run's end. */
  const refreshAll = () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [area, part] }) =>
        area === "organisation" || (area === "directory-sync" && part === "list"),
    });
  return { preview, apply, cancel, settings, refreshAll };
}
