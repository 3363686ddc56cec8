import * as field from "@/lib/client/address";
import type { UserListFilter } from "./hooks";
import { USER_SORTS, USER_TYPES } from "./kinds";

/** The list of people and the person whose drawer is open. */
export const usersAddress = field.addressCodec<UserListFilter & { open: string | null }>({
  keyword: field.words(),
  departmentId: field.id("dept"),
  roleId: field.id("role", "all"),
  status: field.oneOf("status", ["enabled", "disabled"], "all"),
  binding: field.oneOf("binding", ["bound", "unbound"], "all"),
  type: field.oneOf("type", USER_TYPES, "all"),
  page: field.page(),
  pageSize: field.pageSize(),
  sort: field.beside(field.oneOf("sort", USER_SORTS, "createdAt")),
  descending: field.descending(),
  open: field.openId("new", "user"),
});
