import { askedWords } from "@/lib/text/visible";
import type { DocumentFilter } from "./hooks";
import { DOCUMENT_SORTS } from "./limits";

export const NO_FILTER: DocumentFilter = {
  page: 1,
  pageSize: 20,
  keyword: "",
  folderId: null,
  status: "all",
  sort: "lastRead",
  descending: true,
  trash: false,
};

type Params = Record<string, string | string[] | undefined>;
const STATES = ["ready", "running", "failed"] as const;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const idOf = (value: string | string[] | undefined) =>
  typeof value === "string" && UUID.test(value) ? value.toLowerCase() : null;

/** The open document of an address. */
export const readOpen = ({ doc }: Params) => idOf(doc);

/** The conversation of an address. */
export const readAsked = ({ id, message }: Params) => ({ id: idOf(id), message: idOf(message) });

/** The filter an address asks for; what it does not know counts as not asked. */
export function readFilter({ q, folder, status, page, sort, order, trash }: Params): DocumentFilter {
  const isTrash = trash === "1";
  return {
    ...NO_FILTER,
    keyword: askedWords(q),
    folderId: isTrash ? null : folder === "none" ? "none" : idOf(folder),
    status: STATES.find((key) => key === status) ?? "all",
    page: Math.min(100_000, Math.max(1, Math.floor(Number(page)) || 1)),
    sort: DOCUMENT_SORTS.find((key) => key === sort) ?? "lastRead",
    descending: order !== "asc",
    trash: isTrash,
  };
}

/** The address's query for a filter and an open document, with its question mark; empty for the plain page. */
export function filterAddress(filter: DocumentFilter, open: string | null = null): string {
  const params = new URLSearchParams();
  if (open) params.set("doc", open);
  if (filter.trash) params.set("trash", "1");
  if (filter.folderId) params.set("folder", filter.folderId);
  if (filter.keyword) params.set("q", filter.keyword);
  if (filter.status !== "all") params.set("status", filter.status);
  if (filter.page > 1) params.set("page", String(filter.page));
  if (filter.sort !== "lastRead") params.set("sort", filter.sort);
  if (!filter.descending) params.set("order", "asc");
  const query = params.toString();
  return query && `?${query}`;
}
