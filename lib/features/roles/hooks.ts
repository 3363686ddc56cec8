import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import type { RoleFilter } from "./filter";
import type { MemberChange, NewRole, RolePatch } from "./schema";

const BASE = "/admin/org/roles";

export const roleKeys = {
  all: ["roles"] as const,
  list: (filter: RoleFilter) => ["roles", "list", filter] as const,
  one: (id: string) => ["roles", "one", id] as const,
  members: (id: string, filter: object) => ["roles", "members", id, filter] as const,
  candidates: (id: string, keyword: string) => ["roles", "candidates", id, keyword] as const,
  preview: (id: string) => ["roles", "preview", id] as const,
  why: (userId: string) => ["roles", "why", userId] as const,
  choices: ["roles", "choices"] as const,
  catalogue: ["roles", "catalogue"] as const,
};

const asked = ({ keyword, type, ...rest }: RoleFilter) => ({
  ...rest,
  keyword: keyword || undefined,
  type: type === "all" ? undefined : type,
});

export const rolesListQuery = (filter: RoleFilter) =>
  queryOptions({
    queryKey: roleKeys.list(filter),
    queryFn: ({ signal }) => api.get(BASE, { query: asked(filter), signal }),
    placeholderData: keepPreviousData,
  });

export const roleQuery = (id: string) =>
  queryOptions({
    queryKey: roleKeys.one(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}`, { signal }),
  });

/** Names of all roles, for pickers. */
export const roleChoicesQuery = queryOptions({
  queryKey: roleKeys.choices,
  queryFn: ({ signal }) => api.get(`${BASE}/choices`, { signal }),
});

export const catalogueQuery = queryOptions({
  queryKey: roleKeys.catalogue,
  queryFn: ({ signal }) => api.get(`${BASE}/catalogue`, { signal }),
});

export const membersQuery = (id: string, filter: { keyword: string; page: number; pageSize: number }) =>
  queryOptions({
    queryKey: roleKeys.members(id, filter),
    queryFn: ({ signal }) =>
      api.get(`${BASE}/${id}/members`, {
        query: { ...filter, keyword: filter.keyword || undefined },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const candidatesQuery = (id: string, keyword: string) =>
  queryOptions({
    queryKey: roleKeys.candidates(id, keyword),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}/candidates`, { query: { keyword: keyword || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

export const previewQuery = (id: string) =>
  queryOptions({
    queryKey: roleKeys.preview(id),
    queryFn: ({ signal }) => api.get(`${BASE}/${id}/preview`, { signal }),
  });

export const whyQuery = (userId: string) =>
  queryOptions({
    queryKey: roleKeys.why(userId),
    queryFn: ({ signal }) => api.get(`/admin/org/users/${userId}/permissions`, { signal }),
  });

export const exportRoles = (filter: RoleFilter, format: "xlsx" | "csv") => {
  const { page: _, pageSize: __, ...rest } = asked(filter);
  return api.download(`${BASE}/export`, { query: { ...rest, format } });
};

/** Changes of roles; each reads what is shown anew before it resolves. Forms show their failures themselves. */
export function useRoleActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: roleKeys.all });
  const create = useMutation({
    mutationFn: (input: NewRole) => api.post(BASE, input),
    onSuccess,
    meta: { quiet: true },
  });
  const edit = useMutation({
    mutationFn: ({ id, ...patch }: { id: string } & RolePatch) => api.patch(`${BASE}/${id}`, patch),
    onSuccess,
    meta: { quiet: true },
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`${BASE}/${id}`, { query: { confirmed: true } }),
    onSuccess,
  });
  const changeMembers = useMutation({
    mutationFn: ({ id, ...change }: { id: string } & Partial<MemberChange>) =>
      api.patch(`${BASE}/${id}/members`, change),
    onSuccess,
  });
  return { create, edit, remove, changeMembers };
}
