import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { GATEWAY, gatewayKeys } from "./hooks";
import type { SettingsPatch } from "./log-schema";

export interface LogFilter {
  from?: string;
  to?: string;
  modelId?: string;
  userId?: string;
  app?: string;
  outcome?: string;
  error?: string;
}

/** A replay waits for a whole answer, milliseconds. */
const REPLAY_MS = 300_000;

export const logsQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [...gatewayKeys.logs, "list", filter] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get(`${GATEWAY}/logs`, {
        query: { ...filter, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

export const logQuery = (id: string) =>
  queryOptions({
    queryKey: [...gatewayKeys.logs, "one", id] as const,
    queryFn: ({ signal }) => api.get(`${GATEWAY}/logs/${id}`, { signal }),
    meta: { quiet: true },
  });

/** Opening a content is noted each time, so nothing opens it by itself and nothing keeps it. */
export function useLogContent() {
  return useMutation({
    mutationFn: (id: string) => api.post(`${GATEWAY}/logs/${id}/content`),
    gcTime: 0,
    meta: { quiet: true },
  });
}

export function useReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, modelId }: { id: string; modelId: string }) =>
      api.post(`${GATEWAY}/logs/${id}/replay`, { modelId }, { timeoutMs: REPLAY_MS }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...gatewayKeys.logs, "list"] }),
    meta: { quiet: true },
  });
}

export const settingsQuery = queryOptions({
  queryKey: gatewayKeys.settings,
  queryFn: ({ signal }) => api.get(`${GATEWAY}/settings`, { signal }),
});

export function useSettingsActions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (patch: SettingsPatch) => api.patch(`${GATEWAY}/settings`, patch),
    onSuccess: () => client.invalidateQueries({ queryKey: gatewayKeys.all }),
    meta: { quiet: true },
  });
}
