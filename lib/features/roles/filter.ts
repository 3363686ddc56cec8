import { askedWords } from "@/lib/text/visible";
import type { RoleType } from "./dto";

export interface RoleFilter {
  page: number;
  pageSize: number;
  keyword: string;
  type: "all" | RoleType;
  sort: "name" | "type" | "people" | "updatedAt";
  descending: boolean;
}

/** What of the list stands in the address: its filter and the open drawer (`new`, `copy:<id>` or a role's id). */
export interface RolesState {
  filter: RoleFilter;
  open: string | null;
}

export const NO_ROLE_FILTER: RoleFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  type: "all",
  sort: "updatedAt",
  descending: true,
};

type Params = Record<string, string | string[] | undefined>;
const one = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.find((entry) => entry === value) ?? otherwise;
const page = (value: unknown) => Math.min(100_000, Math.max(1, Math.trunc(Number(value)) || 1));

/** The list an address asks for; what it does not know counts as not asked. */
export function readRolesState({ q, type, page: at, sort, order, open }: Params): RolesState {
  return {
    filter: {
      ...NO_ROLE_FILTER,
      keyword: askedWords(q),
      type: one(type, ["all", "system", "ordinary", "custom"], "all"),
      sort: one(sort, ["updatedAt", "name", "type", "people"], "updatedAt"),
      descending: order !== "asc",
      page: page(at),
    },
    open: askedWords(open) || null,
  };
}

export function rolesQuery({ filter, open }: RolesState): string {
  return query({
    q: filter.keyword,
    type: filter.type === "all" ? "" : filter.type,
    sort: filter.sort === "updatedAt" ? "" : filter.sort,
    order: filter.descending ? "" : "asc",
    page: filter.page > 1 ? String(filter.page) : "",
    open: open ?? "",
  });
}

/** The page of one role. */
export const detailPath = (id: string) => `/system/user-manage/role-manage/detail?id=${encodeURIComponent(id)}`;

export const DETAIL_TABS = ["permissions", "members", "preview"] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

export interface DetailState {
  id: string;
  tab: DetailTab;
  keyword: string;
  page: number;
  /** `edit`, `add`, or `why:<user id>`. */
  open: string | null;
}

export function readDetailState({ id, tab, q, page: at, open }: Params): DetailState {
  return {
    id: askedWords(id),
    tab: one(tab, DETAIL_TABS, "permissions"),
    keyword: askedWords(q),
    page: page(at),
    open: askedWords(open) || null,
  };
}

export function detailQuery({ id, tab, keyword, page: at, open }: DetailState): string {
  const isFirst = tab === "permissions";
  return query({ id, tab: isFirst ? "" : tab, q: keyword, page: at > 1 ? String(at) : "", open: open ?? "" });
}

function query(parts: Record<string, string>): string {
  const params = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== ""));
  return params.size > 0 ? `?${params}` : "";
}
