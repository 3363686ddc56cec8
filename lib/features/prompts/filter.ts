import { PROMPT_STATUS, PROMPT_TYPES, PROMPT_VISIBILITY } from "@/lib/prompts/kinds";
import { askedWords } from "@/lib/text/visible";
import type { AdminFilter, SquareFilter } from "./hooks";
import { ADMIN_SORTS, SQUARE_SORTS, SQUARE_TABS } from "./limits";

type Params = Record<string, string | string[] | undefined>;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const among = <T extends string, E>(value: unknown, of: readonly T[], otherwise: E): T | E =>
  of.find((each) => each === value) ?? otherwise;
const id = (value: unknown) => (typeof value === "string" && UUID.test(value) ? value : null);
const pageOf = (value: unknown) => Math.min(100_000, Math.max(1, Math.floor(Number(value)) || 1));

/** The filter of the square an address asks for; what it does not know counts as not asked. */
export function readSquareFilter({ tab, q, category, sort, page }: Params): SquareFilter {
  return {
    tab: among(tab, SQUARE_TABS, "prompts"),
    keyword: askedWords(q),
    categoryId: id(category),
    sort: among(sort, SQUARE_SORTS, "popular"),
    page: pageOf(page),
  };
}

/** The prompt whose drawer an address opens, or `new`. */
export function readOpenPrompt({ prompt }: Params): string | null {
  return prompt === "new" ? "new" : id(prompt);
}

const set = (params: URLSearchParams, name: string, value: string | null, plain: string | null) => {
  if (value !== null && value !== plain) params.set(name, value);
};

/** The square's address; it keeps the chat it was opened from. */
export function squareQueryText(sessionId: string, filter: SquareFilter, open: string | null): string {
  const params = new URLSearchParams({ view: "prompts", id: sessionId });
  set(params, "tab", filter.tab, "prompts");
  set(params, "q", filter.keyword, "");
  set(params, "category", filter.categoryId, null);
  set(params, "sort", filter.sort, "popular");
  set(params, "page", String(filter.page), "1");
  set(params, "prompt", open, null);
  return `?${params}`;
}

export const NO_ADMIN_FILTER: AdminFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  type: "all",
  status: "all",
  visibility: "all",
  origin: "all",
  categoryId: "all",
  sort: "createdAt",
  descending: true,
};

/** The filter of the console an address asks for. */
export function readAdminFilter({
  q,
  type,
  status,
  visibility,
  origin,
  category,
  page,
  sort,
  order,
}: Params): AdminFilter {
  return {
    ...NO_ADMIN_FILTER,
    keyword: askedWords(q),
    type: among(type, PROMPT_TYPES, "all"),
    status: among(status, PROMPT_STATUS, "all"),
    visibility: among(visibility, PROMPT_VISIBILITY, "all"),
    origin: among(origin, ["organisation", "people"] as const, "all"),
    categoryId: id(category) ?? "all",
    page: pageOf(page),
    sort: among(sort, ADMIN_SORTS, "createdAt"),
    descending: order !== "asc",
  };
}

/** The address's query for a filter and an open row, with its question mark; empty for the plain page. */
export function adminQueryText(filter: AdminFilter, open: string | null): string {
  const params = new URLSearchParams();
  set(params, "q", filter.keyword, "");
  set(params, "type", filter.type, "all");
  set(params, "status", filter.status, "all");
  set(params, "visibility", filter.visibility, "all");
  set(params, "origin", filter.origin, "all");
  set(params, "category", filter.categoryId, "all");
  set(params, "page", String(filter.page), "1");
  set(params, "sort", filter.sort, "createdAt");
  if (!filter.descending) params.set("order", "asc");
  set(params, "prompt", open, null);
  const query = params.toString();
  return query && `?${query}`;
}
