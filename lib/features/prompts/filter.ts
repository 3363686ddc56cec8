import * as field from "@/lib/client/address";
import { PROMPT_STATUS, PROMPT_TYPES, PROMPT_VISIBILITY } from "@/lib/prompts/kinds";
import type { AdminFilter, SquareFilter } from "./hooks";
import { ADMIN_SORTS, SQUARE_SORTS, SQUARE_TABS } from "./limits";

/** The prompt whose drawer is open, or `new`. */
interface Opened {
  open: string | null;
}

export const squareAddress = field.addressCodec<SquareFilter & Opened>({
  tab: field.beside(field.oneOf("tab", SQUARE_TABS, "prompts")),
  keyword: field.words(),
  categoryId: field.id("category"),
  sort: field.beside(field.oneOf("sort", SQUARE_SORTS, "popular")),
  page: field.page(),
  open: field.openId("new", "prompt"),
});

/** The square's address; it keeps the chat it was opened from. */
export function squareQueryText(sessionId: string, state: typeof squareAddress.plain): string {
  const kept = new URLSearchParams({ view: "prompts", id: sessionId });
  return `?${kept}${squareAddress.query(state).replace("?", "&")}`;
}

/** The prompts of the console. */
export const adminAddress = field.addressCodec<AdminFilter & Opened>({
  keyword: field.words(),
  type: field.oneOf("type", PROMPT_TYPES, "all"),
  status: field.oneOf("status", PROMPT_STATUS, "all"),
  visibility: field.oneOf("visibility", PROMPT_VISIBILITY, "all"),
  origin: field.oneOf("origin", ["organisation", "people"], "all"),
  categoryId: field.id("category", "all"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", ADMIN_SORTS, "createdAt")),
  descending: field.descending(),
  open: field.openId("new", "prompt"),
});
