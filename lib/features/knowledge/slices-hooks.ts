import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { Segmentation } from "@/lib/retrieval/types";
import { knowledgeKeys } from "./hooks";
import type { SliceChange, SliceDecision } from "./schema";
import { cleanSegmentation } from "./segmentation-problems";

const FILES = "/knowledge/files" as const;
/** Between two looks at a file that is being cut, milliseconds. */
const POLL_MS = 2000;

export interface SliceView {
  keyword: string;
  show: "all" | "hand" | "disabled";
}

export const slicesKeys = {
  file: (fileId: string) => ["knowledge", "slices", fileId] as const,
  list: (fileId: string, view: SliceView) => ["knowledge", "slices", fileId, "list", view] as const,
  one: (fileId: string, id: string) => ["knowledge", "slices", fileId, "one", id] as const,
  decisions: (fileId: string) => ["knowledge", "slices", fileId, "decisions"] as const,
};

const isAtWork = (status: string | undefined) => Boolean(status && status !== "ready" && !status.endsWith("failed"));

export const slicesQuery = (fileId: string, view: SliceView) =>
  queryOptions({
    queryKey: slicesKeys.list(fileId, view),
    queryFn: ({ signal }) =>
      api.get(`${FILES}/${fileId}/slices`, { query: { ...view, keyword: view.keyword || undefined }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isAtWork(state.data?.file.status) ? POLL_MS : false),
    meta: { quiet: true },
  });

/** As it is edited: never older than the look at it. */
export const sliceQuery = (fileId: string, id: string) =>
  queryOptions({
    queryKey: slicesKeys.one(fileId, id),
    queryFn: ({ signal }) => api.get(`/knowledge/slices/${id}`, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });

export const decisionsQuery = (fileId: string) =>
  queryOptions({
    queryKey: slicesKeys.decisions(fileId),
    queryFn: ({ signal }) => api.get(`${FILES}/${fileId}/slice-decisions`, { signal }),
    meta: { quiet: true },
  });

/** Changes of a file's slices; lists and the slices themselves follow. */
export function useSliceActions(fileId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: slicesKeys.file(fileId) });
  const change = useMutation({
    mutationFn: ({ id, ...body }: SliceChange & { id: string }) => api.post(`/knowledge/slices/${id}`, body),
    // A save over somebody else's is asked about where it is edited.
    meta: { quiet: true },
    onSettled,
  });
  const add = useMutation({
    mutationFn: (place: { from: number; to: number }) => api.post(`${FILES}/${fileId}/slices`, place),
    onSettled,
  });
  const rollBack = useMutation({
    mutationFn: (editId: string) => api.post(`/knowledge/slice-edits/${editId}/rollback`),
    onSettled,
  });
  const decide = useMutation({
    mutationFn: ({ id, ...body }: SliceDecision & { id: string }) => api.post(`/knowledge/slice-decisions/${id}`, body),
    onSettled,
  });
  const resegment = useMutation({
    mutationFn: ({ segmentation, asDefault }: { segmentation: Segmentation; asDefault: boolean }) =>
      api.post(`${FILES}/${fileId}/resegment`, { segmentation: cleanSegmentation(segmentation), asDefault }),
    onSettled: () => client.invalidateQueries({ queryKey: knowledgeKeys.all }),
  });
  return { change, add, rollBack, decide, resegment };
}
