import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ReviewSide } from "@/lib/config/review-kinds";
import type { NewReviewRule, ReviewRulePatch } from "./schema";

const keys = {
  all: ["review"] as const,
  rules: ["review", "rules"] as const,
  hits: (query: object) => ["review", "hits", query] as const,
  hit: (id: string) => ["review", "hit", id] as const,
};

const BASE = "/admin/review";
/** Hits of a page. */
export const HITS_PAGE = 20;

export const reviewRulesQuery = queryOptions({
  queryKey: keys.rules,
  queryFn: ({ signal }) => api.get(`${BASE}/rules`, { signal }),
  meta: { quiet: true },
});

export interface HitsFilter {
  page: number;
  keyword?: string;
  side?: ReviewSide;
  ruleId?: string;
}

export const reviewHitsQuery = (filter: HitsFilter) =>
  queryOptions({
    queryKey: keys.hits(filter),
    queryFn: ({ signal }) => api.get(`${BASE}/hits`, { query: { ...filter, pageSize: HITS_PAGE }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Reading it is noted: it is asked for once. */
export const reviewHitQuery = (id: string) =>
  queryOptions({
    queryKey: keys.hit(id),
    queryFn: ({ signal }) => api.get(`${BASE}/hits/${id}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

export function useReviewActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: keys.all });
  const create = useMutation({
    mutationFn: (rule: NewReviewRule) => api.post(`${BASE}/rules`, rule),
    onSuccess,
    meta: { quiet: true },
  });
  const send = ({ id, ...patch }: { id: string } & ReviewRulePatch) => api.patch(`${BASE}/rules/${id}`, patch);
  const change = useMutation({ mutationFn: send, onSuccess, meta: { quiet: true } });
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) => send({ id, enabled }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${BASE}/rules/${id}`),
    onSuccess,
    meta: { quiet: true },
  });
  const tryOut = useMutation({
    mutationFn: (trial: { text: string; keywords: string[] }) => api.post(`${BASE}/trial`, trial),
    meta: { quiet: true },
  });
  return { create, change, enable, remove, tryOut };
}
