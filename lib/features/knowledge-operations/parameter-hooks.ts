import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { CenterRetrievalChange, RetrievalChange } from "@/lib/features/knowledge/schema";
import { refresh } from "./recall-hooks";

const BACKUPS = "/knowledge-operations/parameter-backups";
const CENTER = "/knowledge/center/retrieval";

const all = ["knowledge-operations", "parameters"] as const;
const center = [...all, "center"] as const;

export const centerRetrievalQuery = queryOptions({
  queryKey: center,
  queryFn: ({ signal }) => api.get(CENTER, { signal }),
  // The form begins with what is stored now.
  staleTime: 0,
  gcTime: 0,
  meta: { quiet: true },
});

/** Backups of a base, or of the center. */
export const backupsQuery = (baseId: string | null, page: { page: number; pageSize: number; keyword: string }) =>
  queryOptions({
    queryKey: [...all, "backups", baseId, page] as const,
    queryFn: ({ signal }) =>
      api.get(BACKUPS, {
        query: { ...page, keyword: page.keyword || undefined, baseId: baseId ?? undefined },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export function useParameterActions() {
  const client = useQueryClient();
  return {
    changeCenter: useMutation({
      mutationFn: (change: CenterRetrievalChange) => api.put(CENTER, change),
      onSuccess: (saved) => client.setQueryData(center, saved),
      meta: { quiet: true },
    }),
    backUp: useMutation({
      mutationFn: (input: { baseId: string | null; name: string }) => api.post(BACKUPS, input),
      onSettled: () => client.invalidateQueries({ queryKey: all }),
      meta: { quiet: true },
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.delete(`${BACKUPS}/${id}`),
      onSettled: () => client.invalidateQueries({ queryKey: all }),
    }),
    restore: useMutation({
      mutationFn: (id: string) => api.post(`${BACKUPS}/${id}/restore`),
      // Whatever shows settings of the base is another now.
      onSettled: () => refresh(client),
    }),
  };
}

/** As `useRetrievalChange`, with the former parameters backed up under a name. */
export function useBackedUpChange(baseId: string, name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: RetrievalChange) =>
      api.put(`/knowledge-operations/bases/${baseId}/retrieval`, { ...change, name }),
    onSuccess: () => refresh(client),
    meta: { quiet: true },
  });
}
