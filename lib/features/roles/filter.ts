import * as field from "@/lib/client/address";
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

/** The list of roles and the open drawer (`new`, `copy:<id>` or a role's id). */
export const rolesAddress = field.addressCodec<RoleFilter & { open: string | null }>({
  keyword: field.words(),
  type: field.oneOf("type", ["system", "ordinary", "custom"], "all"),
  sort: field.beside(field.oneOf("sort", ["updatedAt", "name", "type", "people"], "updatedAt")),
  descending: field.descending(),
  page: field.page(),
  pageSize: field.pageSize(),
  open: field.open(askedWords),
});
export type RolesState = typeof rolesAddress.plain;

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

export const roleAddress = field.addressCodec<DetailState>({
  id: field.words("id"),
  tab: field.beside(field.oneOf("tab", DETAIL_TABS, "permissions")),
  keyword: field.words(),
  page: field.page(),
  open: field.open(askedWords),
});
