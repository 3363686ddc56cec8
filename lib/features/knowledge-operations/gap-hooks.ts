import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { GapState } from "@/lib/config/knowledge-kinds";
import type { GapBoardState } from "./gap-filter";
import type { GapAssignment, GapMove } from "./gap-schema";

const GAPS = "/knowledge-operations/gaps";
const of = (id: string) => `${GAPS}/${id}` as const;

/** What is grouped, or asked again, is looked at so often, milliseconds; else others' work is. */
const BUSY_MS = 1500;
const LOOK_AGAIN_MS = 15_000;

export const gapKeys = {
  all: ["knowledge-operations", "gaps"] as const,
  board: (filter: object) => ["knowledge-operations", "gaps", "board", filter] as const,
  list: (query: object) => ["knowledge-operations", "gaps", "list", query] as const,
  one: (id: string) => ["knowledge-operations", "gaps", "one", id] as const,
};

export type GapNarrowing = Pick<GapBoardState, "baseId" | "days" | "departmentId" | "ownerId" | "keyword">;

export const narrowing = ({ baseId, days, departmentId, ownerId, keyword }: GapNarrowing) => ({
  ...{ baseId, days: Number(days), departmentId, ownerId },
  keyword: keyword || undefined,
});

export const boardQuery = (filter: GapNarrowing) =>
  queryOptions({
    queryKey: gapKeys.board(narrowing(filter)),
    queryFn: ({ signal }) => api.get(`${GAPS}/board`, { query: narrowing(filter), signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.finding ? BUSY_MS : LOOK_AGAIN_MS),
    meta: { quiet: true },
  });

export const gapsQuery = (filter: GapNarrowing, page: { state?: GapState; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: gapKeys.list({ ...narrowing(filter), ...page }),
    queryFn: ({ signal }) => api.get(GAPS, { query: { ...narrowing(filter), ...page }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ checks }) => checks.isRunning) ? BUSY_MS : LOOK_AGAIN_MS,
    meta: { quiet: true },
  });

export const gapQuery = (id: string) =>
  queryOptions({
    queryKey: gapKeys.one(id),
    queryFn: ({ signal }) => api.get(of(id), { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? BUSY_MS : LOOK_AGAIN_MS),
    meta: { quiet: true },
  });

export const gapFilesQuery = (id: string) =>
  queryOptions({
    queryKey: [...gapKeys.one(id), "files"],
    queryFn: ({ signal }) => api.get(`${of(id)}/files`, { signal }),
    meta: { quiet: true },
  });

/** People a gap of a base can be given to. */
export const managerChoices = (baseId: string): ChoiceSource => ({
  key: ["knowledge-operations", "managers", baseId],
  find: async (keyword, signal) => (await api.get(`${GAPS}/managers`, { query: { baseId, keyword }, signal })).items,
});

export function useGapActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: gapKeys.all });
  return {
    find: useMutation({ mutationFn: (baseId?: string) => api.post(`${GAPS}/finding`, { baseId }), onSettled }),
    stopFinding: useMutation({
      mutationFn: (baseId?: string) => api.delete(`${GAPS}/finding`, { query: { baseId } }),
      onSettled,
    }),
    assign: useMutation({
      mutationFn: ({ id, ...assignment }: GapAssignment & { id: string }) =>
        api.put(`${of(id)}/assignment`, assignment),
      onSettled,
    }),
    fix: useMutation({ mutationFn: (id: string) => api.post(`${of(id)}/fixed`), onSettled }),
    recheck: useMutation({ mutationFn: (id: string) => api.post(`${of(id)}/recheck`), onSettled }),
    stop: useMutation({ mutationFn: (id: string) => api.delete(`${of(id)}/recheck`), onSettled }),
    merge: useMutation({
      mutationFn: ({ id, intoId }: { id: string; intoId: string }) => api.post(`${of(id)}/merge`, { intoId }),
      // The one that was merged is gone: it is not asked for any more.
      onSettled: (_, __, { id }) =>
        client.invalidateQueries({ queryKey: gapKeys.all, predicate: ({ queryKey }) => !queryKey.includes(id) }),
    }),
    move: useMutation({
      mutationFn: ({ id, ...move }: GapMove & { id: string }) => api.post(`${of(id)}/move`, move),
      onSettled,
    }),
  };
}
export type GapActions = ReturnType<typeof useGapActions>;

export const exportGaps = (filter: GapNarrowing, format: "xlsx" | "csv") =>
  api.download(`${GAPS}/export`, { query: { ...narrowing(filter), format } });
