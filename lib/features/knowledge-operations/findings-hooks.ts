import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { api } from "@/lib/client/api-client";
import type { ChoiceSource } from "@/lib/client/choices";
import type { FindingsAsked } from "./findings-filter";
import type { findingQa } from "./findings-schema";

const FINDINGS = "/knowledge-operations/findings" as const;

export const findingKeys = {
  all: ["knowledge-operations", "findings"] as const,
  one: (id: string) => ["knowledge-operations", "findings", "one", id] as const,
};

export const findingsQuery = (query: FindingsAsked) =>
  queryOptions({
    queryKey: [...findingKeys.all, query],
    queryFn: ({ signal }) => api.get(FINDINGS, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { quiet: true },
  });

export const findingQuery = (id: string) =>
  queryOptions({
    queryKey: findingKeys.one(id),
    queryFn: ({ signal }) => api.get(`${FINDINGS}/${id}`, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  });

/** People who manage the base of a finding, by a word. */
export function useAssignees(id: string): ChoiceSource {
  const client = useQueryClient();
  return {
    key: [...findingKeys.one(id), "assignees"],
    find: async (keyword) => {
      const { items } = await client.fetchQuery({
        queryKey: [...findingKeys.one(id), "all-assignees"],
        queryFn: ({ signal }) => api.get(`${FINDINGS}/${id}/assignees`, { signal }),
        staleTime: 60_000,
      });
      const word = keyword.toLowerCase();
      return items.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(word));
    },
  };
}

/** What can be done about a finding; lists of them are read anew after each, also where somebody else was faster. */
/** As a form sends it. */
type FindingQaInput = z.input<typeof findingQa>;

export function useFindingActions(id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: findingKeys.all });
  return {
    open: useMutation({ mutationFn: () => api.post(`${FINDINGS}/${id}/open`), onSettled, meta: { quiet: true } }),
    assign: useMutation({
      mutationFn: (assigneeId: string | null) => api.post(`${FINDINGS}/${id}/assign`, { assigneeId }),
      onSettled,
    }),
    dismiss: useMutation({
      mutationFn: (reason: string) => api.post(`${FINDINGS}/${id}/dismiss`, { reason }),
      onSettled,
    }),
    done: useMutation({ mutationFn: () => api.post(`${FINDINGS}/${id}/done`), onSettled }),
    reopen: useMutation({ mutationFn: () => api.post(`${FINDINGS}/${id}/reopen`), onSettled }),
    makeQa: useMutation({
      mutationFn: (qa: FindingQaInput) => api.post(`${FINDINGS}/${id}/qa`, qa),
      onSettled,
      meta: { quiet: true },
    }),
    test: useMutation({
      mutationFn: (setId: string) => api.post(`${FINDINGS}/${id}/test-item`, { setId }),
      onSettled,
    }),
  };
}
