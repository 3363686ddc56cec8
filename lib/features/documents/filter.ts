import * as field from "@/lib/client/address";
import type { DocumentFilter } from "./hooks";
import { DOCUMENT_SORTS } from "./limits";

/** The filter, and the document that is open. */
const address = field.addressCodec<DocumentFilter & { open: string | null }>({
  open: field.openId(undefined, "doc"),
  trash: field.flag("trash", "1"),
  folderId: field.idOrNone("folder"),
  keyword: field.words(),
  status: field.oneOf("status", ["ready", "running", "failed"], "all"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", DOCUMENT_SORTS, "lastRead")),
  descending: field.descending(),
});
const chat = field.addressCodec<{ id: string | null; message: string | null }>({
  id: field.id("id"),
  message: field.id("message"),
});

const { open: _, ...plain } = address.plain;
export const NO_FILTER: DocumentFilter = plain;

/** The open document of an address. */
export const readOpen = (params: field.Params) => address.read(params).open;

/** The conversation of an address, and the message it is to be opened at. */
export const readAsked = (params: field.Params) => chat.read(params);

/** The filter an address asks for; the trash has no folders. */
export function readFilter(params: field.Params): DocumentFilter {
  const { open: _, ...filter } = address.read(params);
  return filter.trash ? { ...filter, folderId: null } : filter;
}

/** The address's query for a filter and an open document, with its question mark; empty for the plain page. */
export const filterAddress = (filter: DocumentFilter, open: string | null = null) => address.query({ ...filter, open });
