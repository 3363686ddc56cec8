import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { NewDraft } from "./draft-schema";
import { ALL_BASES, basesQuery, knowledgeKeys } from "./hooks";

const DRAFTS = "/knowledge/drafts" as const;
const of = (answerId: string) => `/knowledge/answers/${answerId}/draft` as const;

export const draftKeys = {
  all: ["knowledge", "drafts"] as const,
  own: (query: object) => ["knowledge", "drafts", "own", query] as const,
  base: (baseId: string, query: object) => ["knowledge", "drafts", "base", baseId, query] as const,
  answer: (answerId: string) => ["knowledge", "drafts", "answer", answerId] as const,
};

/** What an answer would be filed as; worked out anew each time the form opens. */
export const proposedDraftQuery = (answerId: string) =>
  queryOptions({
    queryKey: [...draftKeys.answer(answerId), "proposed"],
    queryFn: ({ signal }) => api.get(of(answerId), { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });

/** Who would read it in a base. */
export const draftReadersQuery = (answerId: string, baseId: string) =>
  queryOptions({
    queryKey: [...draftKeys.answer(answerId), "readers", baseId],
    queryFn: ({ signal }) => api.get(`${of(answerId)}/readers`, { query: { baseId }, signal }),
    staleTime: 0,
    enabled: baseId !== "",
    meta: { quiet: true },
  });

/** Own drafts, of every answer or of one. */
export const ownDraftsQuery = (query: { pageSize: number; messageId?: string }) =>
  queryOptions({
    queryKey: draftKeys.own(query),
    queryFn: ({ signal }) => api.get(DRAFTS, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

export const baseDraftsQuery = (baseId: string, query: { open: boolean; pageSize: number }) =>
  queryOptions({
    queryKey: draftKeys.base(baseId, query),
    queryFn: ({ signal }) => api.get(`/knowledge/bases/${baseId}/drafts`, { query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

const CHOICES = 20;

/** Bases the person can use, by a word. */
export const useBaseChoices = (): ChoiceSource => {
  const client = useQueryClient();
  return {
    key: ["knowledge", "base-choices"],
    find: async (keyword) => {
      const { items } = await client.fetchQuery(basesQuery({ ...ALL_BASES, keyword, pageSize: CHOICES }));
      return items.map(({ id, name, owner }) => ({ id, name, detail: owner.name }));
    },
  };
};

/** Filing and deciding; lists of drafts, and files a draft became, are read anew after each. */
export function useDraftActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: knowledgeKeys.all });
  return {
    file: useMutation({
      mutationFn: ({ answerId, ...draft }: NewDraft & { answerId: string }) => api.post(of(answerId), draft),
      onSuccess,
      meta: { quiet: true },
    }),
    approve: useMutation({ mutationFn: (id: string) => api.post(`${DRAFTS}/${id}/approve`), onSettled: onSuccess }),
    reject: useMutation({
      mutationFn: ({ id, reason }: { id: string; reason: string }) => api.post(`${DRAFTS}/${id}/reject`, { reason }),
      onSettled: onSuccess,
    }),
    withdraw: useMutation({ mutationFn: (id: string) => api.delete(`${DRAFTS}/${id}`), onSettled: onSuccess }),
  };
}
