import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { TermsPatch, TermsPublish } from "./schema";

export const termsKeys = {
  all: ["terms"] as const,
  overview: ["terms", "overview"] as const,
  version: (id: string) => ["terms", "version", id] as const,
  acceptances: (id: string, keyword: string) => ["terms", "acceptances", id, keyword] as const,
};

const BASE = "/admin/terms";

export const termsOverviewQuery = queryOptions({
  queryKey: termsKeys.overview,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
});

export const termsVersionQuery = (id: string) =>
  queryOptions({
    queryKey: termsKeys.version(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });

export const acceptancesQuery = (id: string, keyword: string) =>
  infiniteQueryOptions({
    queryKey: termsKeys.acceptances(id, keyword),
    queryFn: ({ pageParam, signal }) =>
      api.get(`${BASE}/${id}/acceptances`, {
        query: { keyword: keyword || undefined, cursor: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** A version's acceptances as a file. */
export function downloadAcceptances(id: string, keyword: string, format: "csv" | "xlsx"): Promise<void> {
  return api.download(`${BASE}/${id}/acceptances/export`, { query: { keyword: keyword || undefined, format } });
}

/** Changes of the draft; the list is read anew before each resolves. */
export function useTermsActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: termsKeys.all });
  const begin = useMutation({ mutationFn: () => api.post(BASE), onSuccess });
  const change = useMutation({
    mutationFn: ({ id, ...draft }: TermsPatch & { id: string }) => api.patch(`${BASE}/${id}`, draft),
    // The draft is not the one that was read: publishing asks for the one there is.
    onError: (_error, { id }) => client.invalidateQueries({ queryKey: termsKeys.version(id) }),
    onSuccess: (saved) => {
      client.setQueryData(termsKeys.version(saved.id), saved);
      return client.invalidateQueries({ queryKey: termsKeys.overview });
    },
    meta: { quiet: true },
  });
  const publish = useMutation({
    mutationFn: ({ id, ...input }: TermsPublish & { id: string }) => api.post(`${BASE}/${id}/publish`, input),
    onSuccess,
  });
  const discard = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/${id}`), onSuccess });
  return { begin, change, publish, discard };
}
