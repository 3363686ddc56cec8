import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { useFormMutation } from "@/lib/client/use-form-mutation";
import type { KeyPatch, NewKey } from "./key-schema";

export interface KeyFilter {
  page: number;
  pageSize: number;
  keyword: string;
  status: "all" | "enabled" | "disabled";
  sort: "name" | "lastUsedAt" | "createdAt";
  descending: boolean;
}

export const openApiKeys = {
  all: ["open-api"] as const,
  list: (filter: KeyFilter) => ["open-api", "keys", filter] as const,
};

const BASE = "/admin/open";

export const keysQuery = (filter: KeyFilter) =>
  queryOptions({
    queryKey: openApiKeys.list(filter),
    queryFn: ({ signal }) => {
      const { status, keyword, ...rest } = filter;
      const query = { ...rest, keyword: keyword || undefined, status: status === "all" ? undefined : status };
      return api.get(`${BASE}/keys`, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Changes of keys; each reads the list anew before it resolves. The form shows its failures itself. */
export function useKeyActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: openApiKeys.all });
  const create = useFormMutation((input: NewKey) => api.post(`${BASE}/keys`, input), onSuccess);
  const edit = useFormMutation(
    ({ id, ...patch }: { id: string } & KeyPatch) => api.patch(`${BASE}/keys/${id}`, patch),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch(`${BASE}/keys/${id}`, { status: enabled ? "enabled" : "disabled" }),
    onSuccess,
  });
  const renew = useMutation({
    mutationFn: (id: string) => api.post(`${BASE}/keys/${id}/secret`),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`${BASE}/keys/${id}`), onSuccess });
  return { create, edit, enable, renew, remove };
}
