import * as field from "@/lib/client/address";
import { SOURCE_STATES } from "./schema";

/** The list of sources as the address asks for it. */
export interface SourcesFilter {
  keyword: string;
  state: "all" | (typeof SOURCE_STATES)[number];
  scope: "all" | "own" | "shared";
  /** Null: all of them. */
  group: string | null;
  trash: boolean;
  page: number;
  pageSize: number;
  sort: string;
  descending: boolean;
}

export const sourcesAddress = field.addressCodec<SourcesFilter & { open: string | null }>({
  keyword: field.words(),
  state: field.oneOf("state", SOURCE_STATES, "all"),
  scope: field.oneOf("scope", ["own", "shared"], "all"),
  group: field.custom<string | null>("group", null, (text) => text.slice(0, 30) || undefined),
  trash: field.flag("trash", "1"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", ["name"], "name")),
  descending: field.descending(),
  open: field.openId("new"),
});
