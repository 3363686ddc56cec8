import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { SecretInput } from "./secrets-schema";

const key = (appId: string) => ["app-secrets", appId] as const;

/** Names of what a workflow keeps secret. */
export const secretsQuery = (appId: string) =>
  queryOptions({
    queryKey: key(appId),
    queryFn: ({ signal }) => api.get(`/apps/${appId}/secrets`, { signal }),
    meta: { quiet: true },
  });

export function useSecretActions(appId: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: key(appId) });
  return {
    save: useMutation({
      mutationFn: ({ name, ...input }: SecretInput & { name: string }) =>
        api.put(`/apps/${appId}/secrets/${name}`, input),
      onSuccess,
      meta: { quiet: true },
    }),
    remove: useMutation({
      mutationFn: (name: string) => api.delete(`/apps/${appId}/secrets/${name}`),
      onSuccess,
      meta: { quiet: true },
    }),
  };
}
