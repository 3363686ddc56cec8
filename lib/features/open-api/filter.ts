import * as field from "@/lib/client/address";
import type { KeyFilter } from "./hooks";

export const TABS = ["keys", "playground"] as const;
export type ApiTab = (typeof TABS)[number];

export const keysAddress = field.addressCodec<KeyFilter & { tab: ApiTab }>({
  tab: field.beside(field.oneOf("tab", TABS, "keys")),
  keyword: field.words(),
  status: field.oneOf("status", ["enabled", "disabled"], "all"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", ["createdAt", "name", "lastUsedAt"], "createdAt")),
  descending: field.descending(),
});
