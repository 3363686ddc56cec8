import { askedWords } from "@/lib/text/visible";
import type { KeyFilter } from "./hooks";

export const TABS = ["keys", "playground"] as const;
export type ApiTab = (typeof TABS)[number];

export const NO_KEY_FILTER: KeyFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  status: "all",
  sort: "createdAt",
  descending: true,
};

type Params = Record<string, string | string[] | undefined>;

export function readTab({ tab }: Params): ApiTab {
  return TABS.find((key) => key === tab) ?? "keys";
}

/** The filter an address asks for; what it does not know counts as not asked. */
export function readKeyFilter({ q, status, page, sort, order }: Params): KeyFilter {
  return {
    ...NO_KEY_FILTER,
    keyword: askedWords(q),
    status: status === "enabled" || status === "disabled" ? status : "all",
    page: Math.min(100_000, Math.max(1, Number(page) || 1)),
    sort: sort === "name" || sort === "lastUsedAt" ? sort : "createdAt",
    descending: order !== "asc",
  };
}

/** The address's query for a tab and filter, with its question mark; empty for the plain page. */
export function apiManageQuery(tab: ApiTab, filter: KeyFilter): string {
  const params = new URLSearchParams();
  if (tab !== "keys") params.set("tab", tab);
  else {
    if (filter.keyword) params.set("q", filter.keyword);
    if (filter.status !== "all") params.set("status", filter.status);
    if (filter.page > 1) params.set("page", String(filter.page));
    if (filter.sort !== "createdAt") params.set("sort", filter.sort);
    if (!filter.descending) params.set("order", "asc");
  }
  const query = params.toString();
  return query && `?${query}`;
}
