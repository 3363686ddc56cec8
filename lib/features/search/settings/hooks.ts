import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { PromptKey, SettingsScope } from "./kinds";
import type { SearchParamsPut } from "./schema";

const BASE = "/search/params";
const KEY = ["search", "params"] as const;

export const searchParamsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(BASE, { signal }),
});

export const promptVersionsQuery = (scope: SettingsScope, key: PromptKey) =>
  queryOptions({
    queryKey: [...KEY, "versions", scope, key],
    queryFn: ({ signal }) => api.get(`${BASE}/${encodeURIComponent(scope)}/versions`, { query: { key }, signal }),
    meta: { quiet: true },
  });

/** Changes of a scope's parameters; each reads all of them anew before it resolves. */
export function useSearchParamsActions(scope: SettingsScope) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: KEY });
  const save = useMutation({
    mutationFn: (body: SearchParamsPut) => api.put(`${BASE}/${encodeURIComponent(scope)}`, body),
    onSuccess,
    meta: { quiet: true },
  });
  const reset = useMutation({
    mutationFn: () => api.post(`${BASE}/${encodeURIComponent(scope)}/reset`, {}),
    onSuccess,
  });
  return { save, reset };
}
