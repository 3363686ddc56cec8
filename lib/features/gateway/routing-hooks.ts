import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { RoutingStrategy } from "@/lib/config/model-kinds";
import type { ListOf, RoutedModelDto } from "./dto";
import { GATEWAY, gatewayKeys, useGatewayRefresh } from "./hooks";
import type { Levels } from "./levels";
import type { ChannelPatch, DryRunInput, NewChannel } from "./routing-schema";

export interface ModelFilter {
  page: number;
  pageSize: number;
  keyword?: string;
  types?: string;
  only?: string;
}

export const routedModelsQuery = (filter: ModelFilter) =>
  queryOptions({
    queryKey: [...gatewayKeys.models, "list", filter] as const,
    queryFn: ({ signal }) => api.get(`${GATEWAY}/models`, { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });

export const historyQuery = (modelId: string) =>
  infiniteQueryOptions({
    queryKey: [...gatewayKeys.models, "history", modelId] as const,
    queryFn: ({ pageParam, signal }) =>
      api.get(`${GATEWAY}/models/${modelId}/history`, {
        query: { before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    meta: { quiet: true },
  });

/** Changes of channels. Orders and switches show at once; a refusal reads the list anew. */
export function useChannelActions() {
  const client = useQueryClient();
  const refresh = useGatewayRefresh();
  const add = useMutation({
    mutationFn: ({ modelId, ...input }: { modelId: string } & NewChannel) =>
      api.post(`${GATEWAY}/models/${modelId}/channels`, input),
    onSuccess: refresh,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & ChannelPatch) => api.patch(`${GATEWAY}/channels/${id}`, patch),
    onSuccess: refresh,
    meta: { quiet: true },
  });
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/channels/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${GATEWAY}/channels/${id}`),
    onSuccess: refresh,
  });
  const order = useMutation({
    mutationFn: ({ modelId, levels }: { modelId: string; levels: Levels }) =>
      api.put(`${GATEWAY}/models/${modelId}/channels`, { levels: levels.map((level) => [...level]) }),
    onMutate: ({ modelId, levels }) => showOrder(client, modelId, levels),
    onSettled: refresh,
  });
  const route = useMutation({
    mutationFn: ({ modelId, routing }: { modelId: string; routing: RoutingStrategy }) =>
      api.patch(`${GATEWAY}/models/${modelId}`, { routing }),
    onSettled: refresh,
  });
  const retry = useMutation({
    mutationFn: ({ id, keyId }: { id: string; keyId: string | null }) =>
      api.post(`${GATEWAY}/channels/${id}/retry`, { keyId }),
    onSettled: refresh,
  });
  return { add, edit, enable, remove, order, route, retry };
}

export function useDryRun() {
  return useMutation({
    mutationFn: ({ modelId, ...input }: { modelId: string } & DryRunInput) =>
      api.post(`${GATEWAY}/models/${modelId}/dry-run`, input),
    meta: { quiet: true },
  });
}

function showOrder(client: QueryClient, modelId: string, levels: Levels): void {
  const priority = new Map(levels.flatMap((level, index) => level.map((id) => [id, index] as const)));
  const ordered = (model: RoutedModelDto): RoutedModelDto => {
    if (model.id !== modelId) return model;
    const channels = model.channels.map((channel) => ({
      ...channel,
      priority: priority.get(channel.id) ?? channel.priority,
    }));
    return { ...model, channels: channels.sort((a, b) => a.priority - b.priority) };
  };
  client.setQueriesData<ListOf<RoutedModelDto>>(
    { queryKey: [...gatewayKeys.models, "list"] },
    (list) => list && { ...list, items: list.items.map(ordered) },
  );
}
