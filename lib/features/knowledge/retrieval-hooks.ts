import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { OwnRetrieval } from "@/lib/config/knowledge-retrieval";
import { knowledgeKeys } from "./hooks";
import type { RetrievalChange } from "./schema";

const keyOf = (baseId: string) => [...knowledgeKeys.base(baseId), "retrieval"] as const;
const pathOf = (baseId: string) => `/knowledge/bases/${baseId}/retrieval` as const;

export const retrievalQuery = (baseId: string) =>
  queryOptions({
    queryKey: keyOf(baseId),
    queryFn: ({ signal }) => api.get(pathOf(baseId), { signal }),
    // The form begins with what is stored now.
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** What a question finds by the settings that are saved, and by these; the last answer stays while the next is on its way. */
export const retrievalPreviewQuery = (baseId: string, question: string, settings: OwnRetrieval, saved: string) =>
  queryOptions({
    queryKey: [...keyOf(baseId), "preview", question, settings, saved] as const,
    queryFn: ({ signal }) => api.post(`${pathOf(baseId)}/preview`, { question, settings }, { signal }),
    enabled: question.trim() !== "",
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  });

export function useRetrievalChange(baseId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: RetrievalChange) => api.put(pathOf(baseId), change),
    onSuccess: (saved) => client.setQueryData(keyOf(baseId), saved),
    meta: { quiet: true },
  });
}

/** How often a change under way is looked at, milliseconds. */
const LOOK_MS = 2000;
const embeddingKey = (baseId: string) => [...knowledgeKeys.base(baseId), "embedding"] as const;

/** The embedding model of a base; with another one, what a change to it costs. */
export const embeddingQuery = (baseId: string, wanted: string | null) =>
  queryOptions({
    queryKey: [...embeddingKey(baseId), wanted] as const,
    queryFn: ({ signal }) =>
      api.get(`/knowledge/bases/${baseId}/embedding`, { query: { modelId: wanted ?? undefined }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.change?.status === "running" ? LOOK_MS : false),
    meta: { quiet: true },
  });

export function useEmbeddingActions(baseId: string) {
  const client = useQueryClient();
  const path = `/knowledge/bases/${baseId}/embedding` as const;
  const onSettled = () => client.invalidateQueries({ queryKey: embeddingKey(baseId) });
  return {
    change: useMutation({
      mutationFn: (embeddingModelId: string) => api.post(path, { embeddingModelId }),
      onSettled,
      meta: { quiet: true },
    }),
    drop: useMutation({ mutationFn: () => api.delete(path), onSettled, meta: { quiet: true } }),
  };
}

const picturesKey = (baseId: string) => [...knowledgeKeys.base(baseId), "pictures"] as const;

/** How the pictures of a base are described; with another model, or `default`, what describing them by it would cost. */
export const picturesQuery = (baseId: string, wanted: string | null) =>
  queryOptions({
    queryKey: [...picturesKey(baseId), wanted] as const,
    queryFn: ({ signal }) =>
      api.get(`/knowledge/bases/${baseId}/pictures`, { query: { modelId: wanted ?? undefined }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export function usePictureActions(baseId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: picturesKey(baseId) });
  return {
    choose: useMutation({
      mutationFn: (visionModelId: string | null) => api.put(`/knowledge/bases/${baseId}/pictures`, { visionModelId }),
      onSettled,
      meta: { quiet: true },
    }),
    /** Of all files that have pictures without a description. */
    describe: useMutation({
      mutationFn: () =>
        api.post(`/knowledge/bases/${baseId}/files/batch`, { filter: {}, action: { kind: "describe" } }),
      onSettled,
      meta: { quiet: true },
    }),
  };
}
