import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { useFormMutation } from "@/lib/client/use-form-mutation";
import type { BudgetPatch, NewBudget } from "./budget-schema";
import { GATEWAY, gatewayKeys, useGatewayRefresh } from "./hooks";
import type { NewPrice } from "./price-schema";

interface ListFilter {
  page: number;
  pageSize: number;
  keyword?: string;
}

export const pricesQuery = (filter: ListFilter & { only?: string }) =>
  queryOptions({
    queryKey: [...gatewayKeys.prices, "list", filter] as const,
    queryFn: ({ signal }) => api.get(`${GATEWAY}/prices`, { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });

export const channelPricesQuery = (channelId: string) =>
  queryOptions({
    queryKey: [...gatewayKeys.prices, "channel", channelId] as const,
    queryFn: ({ signal }) => api.get(`${GATEWAY}/channels/${channelId}/prices`, { signal }),
    refetchInterval: ({ state }) => (state.data?.pricing?.status === "running" ? 1000 : false),
    meta: { quiet: true },
  });

export const budgetsQuery = (filter: ListFilter & { type?: string }) =>
  queryOptions({
    queryKey: [...gatewayKeys.budgets, "list", filter] as const,
    queryFn: ({ signal }) => api.get(`${GATEWAY}/budgets`, { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });

export function usePriceActions() {
  const onSuccess = useGatewayRefresh();
  const add = useFormMutation(
    ({ channelId, ...input }: { channelId: string } & NewPrice) =>
      api.post(`${GATEWAY}/channels/${channelId}/prices`, input),
    onSuccess,
  );
  const end = useMutation({
    mutationFn: ({ id, validUntil }: { id: string; validUntil: string | null }) =>
      api.patch(`${GATEWAY}/prices/${id}`, { validUntil }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/prices/${id}`), onSuccess });
  const priceCalls = useMutation({
    mutationFn: (channelId: string) => api.post(`${GATEWAY}/channels/${channelId}/pricing`),
    onSuccess,
  });
  const stopPricing = useMutation({
    mutationFn: (channelId: string) => api.delete(`${GATEWAY}/channels/${channelId}/pricing`),
    onSuccess,
  });
  return { add, end, remove, priceCalls, stopPricing };
}

export function useBudgetActions() {
  const onSuccess = useGatewayRefresh();
  const create = useFormMutation((input: NewBudget) => api.post(`${GATEWAY}/budgets`, input), onSuccess);
  const edit = useFormMutation(
    ({ id, ...patch }: { id: string } & BudgetPatch) => api.patch(`${GATEWAY}/budgets/${id}`, patch),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${GATEWAY}/budgets/${id}`, { enabled }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${GATEWAY}/budgets/${id}`), onSuccess });
  return { create, edit, enable, remove };
}
