import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/api-client";
import { useFormMutation } from "@/lib/client/use-form-mutation";
import type { Status } from "./dto";
import type { ExportFormat, USER_SORTS, USER_TYPES } from "./kinds";
import type { BulkInput, DepartmentPatch } from "./schema";

export interface UserListFilter {
  page: number;
  pageSize: number;
  keyword: string;
  status: "all" | Status;
  type: "all" | (typeof USER_TYPES)[number];
  binding: "all" | "bound" | "unbound";
  roleId: string;
  departmentId: string | null;
  sort: (typeof USER_SORTS)[number];
  descending: boolean;
}

export const orgKeys = {
  all: ["organisation"] as const,
  departments: ["organisation", "departments"] as const,
  roles: ["organisation", "roles"] as const,
  users: (filter: UserListFilter) => ["organisation", "users", filter] as const,
  user: (id: string) => ["organisation", "user", id] as const,
  bindingChannels: ["organisation", "binding-channels"] as const,
  owned: (id: string) => ["organisation", "owned", id] as const,
};

const BASE = "/admin/org";

export const departmentsQuery = queryOptions({
  queryKey: orgKeys.departments,
  queryFn: ({ signal }) => api.get(`${BASE}/departments`, { signal }),
  select: ({ items }) => items,
  staleTime: 30_000,
});

export const roleChoicesQuery = queryOptions({
  queryKey: orgKeys.roles,
  queryFn: ({ signal }) => api.get(`${BASE}/role-choices`, { signal }),
  select: ({ items }) => items,
  staleTime: 30_000,
});

/** The filter as the calls take it: what is not asked is left out. */
export function toCallFilter({ keyword, status, type, binding, roleId, departmentId }: UserListFilter) {
  const asked = <T extends string>(value: T | "all") => (value === "all" ? undefined : value);
  return {
    keyword: keyword.trim() || undefined,
    status: asked(status),
    type: asked(type),
    binding: asked(binding),
    roleId: asked(roleId),
    departmentId: departmentId ?? undefined,
  };
}

export const usersQuery = (filter: UserListFilter) =>
  queryOptions({
    queryKey: orgKeys.users(filter),
    queryFn: ({ signal }) => {
      const { page, pageSize, sort, descending } = filter;
      const query = { ...toCallFilter(filter), page, pageSize, sort, descending };
      return api.get(`${BASE}/users`, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

export const userDetailQuery = (id: string) =>
  queryOptions({
    queryKey: orgKeys.user(id),
    queryFn: ({ signal }) => api.get(`${BASE}/users/${id}`, { signal }),
    meta: { quiet: true },
  });

export const bindingChannelsQuery = queryOptions({
  queryKey: orgKeys.bindingChannels,
  queryFn: ({ signal }) => api.get(`${BASE}/users/binding-channels`, { signal }),
  select: ({ items }) => items,
  meta: { quiet: true },
});

export const ownedQuery = (id: string) =>
  queryOptions({
    queryKey: orgKeys.owned(id),
    queryFn: ({ signal }) => api.get(`${BASE}/users/${id}/transfer`, { signal }),
    meta: { quiet: true },
  });

/** People as choices of a picker. */
export const peopleSource = {
  key: ["organisation", "people"] as const,
  find: async (keyword: string, signal: AbortSignal) => {
    const query = { keyword: keyword || undefined, pageSize: 20, status: "enabled", sort: "name", descending: false };
    const { items } = await api.get(`${BASE}/users`, { query, signal });
    return items.map(({ id, name, account }) => ({ id, name, detail: account }));
  },
};

export const exportUsersFile = (filter: UserListFilter, format: ExportFormat) =>
  api.download(`${BASE}/users/export`, {
    query: { ...toCallFilter(filter), sort: filter.sort, descending: filter.descending, format },
  });
export const exportDepartmentsFile = (format: ExportFormat) =>
  api.download(`${BASE}/departments/export`, { query: { format } });

/** Changes of departments; each reads the organisation anew before it resolves. */
export function useDepartmentActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: orgKeys.all });
  const path = `${BASE}/departments`;
  const create = useFormMutation(
    (body: { name: string; parentId: string; status: Status }) => api.post(path, body),
    onSuccess,
  );
  const edit = useFormMutation(
    ({ id, ...body }: { id: string } & DepartmentPatch) => api.patch(`${path}/${id}`, body),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, status }: { id: string; status: Status }) => api.patch(`${path}/${id}`, { status }),
    onSuccess,
  });
  const move = useMutation({
    mutationFn: ({ id, ...body }: { id: string; parentId: string; beforeId?: string | null }) =>
      api.post(`${path}/${id}/move`, body),
    onSettled: onSuccess,
  });
  const merge = useMutation({
    mutationFn: ({ id, intoId }: { id: string; intoId: string }) => api.post(`${path}/${id}/merge`, { intoId }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ id, moveTo }: { id: string; moveTo?: string }) => api.delete(`${path}/${id}`, { query: { moveTo } }),
    onSuccess,
  });
  return { create, edit, enable, move, merge, remove };
}

export interface UserInput {
  account: string;
  name: string;
  departmentId?: string;
  roleIds: string[];
  phone: string;
  email: string;
  status: Status;
  password?: string;
  mustChangePassword?: boolean;
}

/** Changes of people; each reads lists and counts anew before it resolves. Forms show their failures themselves. */
export function useUserActions() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: orgKeys.all });
  const path = `${BASE}/users`;
  const create = useFormMutation((body: UserInput) => api.post(path, body), onSuccess);
  const edit = useFormMutation(
    ({ id, ...body }: { id: string; revision?: string } & Partial<Omit<UserInput, "account">>) =>
      api.patch(`${path}/${id}`, body),
    onSuccess,
  );
  const enable = useMutation({
    mutationFn: ({ id, status }: { id: string; status: Status }) => api.patch(`${path}/${id}`, { status }),
    onSuccess,
  });
  const resetPassword = useFormMutation(
    ({ id, ...body }: { id: string; password?: string; mustChangePassword?: boolean }) =>
      api.post(`${path}/${id}/reset-password`, body),
    onSuccess,
  );
  /** The person as they are now takes the place of those in the drawer, which keeps what is typed in it. */
  const onBound = async (_: unknown, { id }: { id: string }) => {
    client.setQueryData(orgKeys.user(id), await api.get(`${path}/${id}`));
    await client.invalidateQueries({ queryKey: [...orgKeys.all, "users"] });
  };
  const bind = useFormMutation(
    ({ id, ...body }: { id: string; channelId: string; subject: string }) => api.post(`${path}/${id}/bindings`, body),
    onBound,
  );
  const unbind = useMutation({
    mutationFn: ({ id, ...query }: { id: string; issuer: string; subject: string }) =>
      api.delete(`${path}/${id}/bindings`, { query }),
    onSuccess: onBound,
  });
  const transfer = useMutation({
    mutationFn: ({ id, toId }: { id: string; toId: string }) => api.post(`${path}/${id}/transfer`, { toId }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: ({ id, ...query }: { id: string; transferTo?: string; release?: boolean }) =>
      api.delete(`${path}/${id}`, { query }),
    onSuccess,
  });
  const bulk = useMutation({
    mutationFn: (body: BulkInput) => api.post(`${path}/bulk`, body),
    onSuccess,
  });
  return { create, edit, enable, resetPassword, bind, unbind, transfer, remove, bulk };
}
