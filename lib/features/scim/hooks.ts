import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";

export interface GroupFilter {
  page: number;
  pageSize: number;
  keyword: string;
}

export const scimKeys = {
  channel: (id: string) => ["scim", id] as const,
  state: (id: string) => ["scim", id, "state"] as const,
  groups: (id: string, filter: GroupFilter) => ["scim", id, "groups", filter] as const,
};

const base = (id: string) => `/admin/login-channels/${id}/scim` as const;

export const scimQuery = (id: string) =>
  queryOptions({
    queryKey: scimKeys.state(id),
    queryFn: ({ signal }) => api.get(base(id), { signal }),
  });

export const scimGroupsQuery = (id: string, { keyword, ...page }: GroupFilter) =>
  queryOptions({
    queryKey: scimKeys.groups(id, { keyword, ...page }),
    queryFn: ({ signal }) => {
      const query = { ...page, keyword: keyword || undefined };
      return api.get(`${base(id)}/groups`, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Making a token and taking it back; each reads the state anew before it resolves. */
export function useScimToken(id: string) {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: scimKeys.channel(id) });
  const make = useMutation({ mutationFn: () => api.post(base(id)), onSuccess });
  const revoke = useMutation({ mutationFn: () => api.delete(base(id)), onSuccess });
  return { make, revoke };
}
