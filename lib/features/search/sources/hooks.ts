import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { BY_FORM, useChangeOf } from "@/lib/client/use-change";
import type { SourcesFilter } from "./filter";
import type { IndexLimitsChange, NewSourceInput, SourcePatch } from "./schema";

const BASE = "/search/sources";
/** How often a list is read anew while one of its sources is being read. */
const POLL_MS = 3000;

export interface SourcePagesFilter {
  only: "all" | "found" | "errors" | "waiting";
  keyword: string;
  page: number;
  pageSize: number;
}

export const sourceKeys = {
  all: ["search-sources"] as const,
  list: (filter: SourcesFilter) => ["search-sources", "list", filter] as const,
  one: (id: string) => ["search-sources", "one", id] as const,
  pages: (id: string, filter: SourcePagesFilter) => ["search-sources", "pages", id, filter] as const,
  limits: ["search-sources", "limits"] as const,
};

export const sourcesQuery = (filter: SourcesFilter) =>
  queryOptions({
    queryKey: sourceKeys.list(filter),
    queryFn: ({ signal }) => {
      const { keyword, state, scope, group, trash, page, pageSize } = filter;
      const query = {
        ...{ page, pageSize, keyword: keyword || undefined, trash: trash ? "1" : undefined },
        ...{ state: state === "all" ? undefined : state, scope: scope === "all" ? undefined : scope },
        group: group ?? undefined,
      };
      return api.get(BASE, { query, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some((source) => source.state === "running") ? POLL_MS : false),
    meta: { quiet: true },
  });

export const sourceQuery = (id: string) =>
  queryOptions({
    queryKey: sourceKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });

export const sourcePagesQuery = (id: string, filter: SourcePagesFilter) =>
  queryOptions({
    queryKey: sourceKeys.pages(id, filter),
    queryFn: ({ signal }) => {
      const { only, keyword, page, pageSize } = filter;
      const query = { page, pageSize, keyword: keyword || undefined, only: only === "all" ? undefined : only };
      return api.get(`${BASE}/${id}/pages`, { query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const indexLimitsQuery = queryOptions({
  queryKey: sourceKeys.limits,
  queryFn: ({ signal }) => api.get(`${BASE}/limits`, { signal }),
  refetchOnWindowFocus: false,
  meta: { quiet: true },
});

/** A picture for a source, kept at once; it counts when the form is saved. */
export const uploadSourceIcon = (file: File) => api.upload("/files", { file, fields: { purpose: "icon" } });

export function useSourceActions() {
  const { all } = sourceKeys;
  return {
    create: useChangeOf(all, (input: NewSourceInput) => api.post(BASE, input), BY_FORM),
    change: useChangeOf(
      all,
      ({ id, ...patch }: SourcePatch & { id: string }) => api.patch(`${BASE}/${id}`, patch),
      BY_FORM,
    ),
    remove: useChangeOf(all, (id: string) => api.delete(`${BASE}/${id}`)),
    restore: useChangeOf(all, (id: string) => api.post(`${BASE}/${id}/restore`)),
    crawl: useChangeOf(all, (id: string) => api.post(`${BASE}/${id}/crawl`)),
    stop: useChangeOf(all, (id: string) => api.delete(`${BASE}/${id}/crawl`)),
    setLimits: useChangeOf(all, (limits: IndexLimitsChange) => api.put(`${BASE}/limits`, limits), BY_FORM),
  };
}
