import { askedWords } from "@/lib/text/visible";
import type { UserListFilter } from "./hooks";
import { USER_SORTS, USER_TYPES } from "./kinds";

export const NO_USER_FILTER: UserListFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  status: "all",
  type: "all",
  binding: "all",
  roleId: "all",
  departmentId: null,
  sort: "createdAt",
  descending: true,
};

type Params = Record<string, string | string[] | undefined>;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const one = <T extends string>(value: unknown, of: readonly T[]): T | "all" =>
  of.find((each) => each === value) ?? "all";
const id = (value: unknown) => (typeof value === "string" && UUID.test(value) ? value : null);

/** The filter an address asks for; what it does not know counts as not asked. */
export function readUserFilter(params: Params): UserListFilter {
  const { q, status, type, binding, role, dept, page, sort, order } = params;
  return {
    ...NO_USER_FILTER,
    keyword: askedWords(q),
    status: one(status, ["enabled", "disabled"]),
    type: one(type, USER_TYPES),
    binding: one(binding, ["bound", "unbound"]),
    roleId: id(role) ?? "all",
    departmentId: id(dept),
    page: Math.min(100_000, Math.max(1, Math.floor(Number(page)) || 1)),
    sort: USER_SORTS.find((key) => key === sort) ?? "createdAt",
    descending: order !== "asc",
  };
}

/** The person whose drawer an address opens. */
export function readOpenUser({ user }: Params): string | null {
  return user === "new" ? "new" : id(user);
}

/** The address's query for a filter and an open row, with its question mark; empty for the plain page. */
export function userQueryText(filter: UserListFilter, open: string | null): string {
  const params = new URLSearchParams();
  const set = (name: string, value: string | null, plain: string | null) => {
    if (value !== null && value !== plain) params.set(name, value);
  };
  set("q", filter.keyword, "");
  set("dept", filter.departmentId, null);
  set("role", filter.roleId, "all");
  set("status", filter.status, "all");
  set("binding", filter.binding, "all");
  set("type", filter.type, "all");
  set("page", String(filter.page), "1");
  set("sort", filter.sort, "createdAt");
  if (!filter.descending) params.set("order", "asc");
  set("user", open, null);
  const query = params.toString();
  return query && `?${query}`;
}
