import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { ExtractKind, NewSearch } from "./chat-schema";

/** Where new questions go: `<path>/<id>/answer`. */
export const SEARCHES = "/search/searches";
const ANSWERS = "/search/answers";

const keys = {
  all: ["search"] as const,
  search: (id: string) => [...keys.all, "search", id] as const,
  choices: (keyword: string) => [...keys.all, "choices", keyword] as const,
  questions: (answerId: string) => [...keys.all, "questions", answerId] as const,
  extract: (answerId: string, kind: ExtractKind) => [...keys.all, "extract", answerId, kind] as const,
  again: (answerId: string) => [...keys.all, "again", answerId] as const,
};

export const searchQuery = (id: string) =>
  queryOptions({
    queryKey: keys.search(id),
    queryFn: ({ signal }) => api.get(`${SEARCHES}/${id}`, { signal }),
    meta: { quiet: true },
  });

export const choicesQuery = (keyword: string) =>
  queryOptions({
    queryKey: keys.choices(keyword),
    queryFn: ({ signal }) => api.get("/search/choices", { query: { keyword }, signal }),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** Questions the start page offers. */
export const recommendedQuery = queryOptions({
  queryKey: [...keys.all, "recommended"],
  queryFn: ({ signal }) => api.get("/search/recommended", { signal }),
  meta: { quiet: true },
});

/** Questions that lead deeper: the first look has them made. */
export const deepQuestionsQuery = (answerId: string) =>
  queryOptions({
    queryKey: keys.questions(answerId),
    queryFn: () => api.post(`${ANSWERS}/${answerId}/questions`),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

/** What is drawn out of an answer: the first look has it made. */
export const extractQuery = (answerId: string, kind: ExtractKind) =>
  queryOptions({
    queryKey: keys.extract(answerId, kind),
    queryFn: ({ signal }) => api.post(`${ANSWERS}/${answerId}/extracts/${kind as string}`, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

/** Pictures for the question of an answer: the first look has them found. */
export const picturesQuery = (answerId: string) =>
  queryOptions({
    queryKey: [...keys.all, "pictures", answerId],
    queryFn: ({ signal }) => api.post(`${ANSWERS}/${answerId}/pictures`, undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });

/** The pages of an answer as they are now. */
export const againQuery = (answerId: string) =>
  queryOptions({
    queryKey: keys.again(answerId),
    queryFn: ({ signal }) => api.post(`${ANSWERS}/${answerId}/again`, undefined, { signal }),
    staleTime: 60_000,
    retry: false,
    meta: { quiet: true },
  });

export function useSearchActions() {
  const client = useQueryClient();
  return {
    create: useMutation({
      mutationFn: (scope: NewSearch) => api.post(SEARCHES, scope),
      onSuccess: (search) => client.setQueryData(keys.search(search.id), search),
    }),
    change: useMutation({
      mutationFn: ({ id, ...scope }: NewSearch & { id: string }) => api.patch(`${SEARCHES}/${id}`, scope),
      onSuccess: (search) => client.setQueryData(keys.search(search.id), search),
    }),
    refresh: (id: string) => client.invalidateQueries({ queryKey: keys.search(id) }),
  };
}
