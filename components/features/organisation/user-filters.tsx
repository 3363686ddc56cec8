"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import { roleChoicesQuery, type UserListFilter } from "@/lib/features/organisation/hooks";
import { USER_TYPES } from "@/lib/features/organisation/kinds";
import { DepartmentPicker } from "./department-picker";
import { roleName } from "./role-name";

interface UserFiltersProps {
  filter: UserListFilter;
  onFilter: (patch: Partial<UserListFilter>) => void;
}

/** Role, state, binding and type; the department where its tree has no room. */
export function UserFilters({ filter, onFilter }: UserFiltersProps) {
  const t = useTranslations("organisation.users");
  const locale = useLocale();
  const { data: roles = [] } = useQuery(roleChoicesQuery);
  const all = { value: "all", label: t("filter.all") };
  return (
    <>
      <span className="inline-flex lg:hidden">
        <DepartmentPicker
          filter
          clearable
          label={t("field.department")}
          value={filter.departmentId}
          onChange={(departmentId) => onFilter({ departmentId })}
        />
      </span>
      <FilterMenu
        label={t("filter.role")}
        value={filter.roleId}
        options={[all, ...roles.map((role) => ({ value: role.id, label: roleName(role, locale) }))]}
        onChange={(roleId) => onFilter({ roleId })}
      />
      <FilterMenu
        label={t("filter.status")}
        value={filter.status}
        options={[all, ...(["enabled", "disabled"] as const).map((value) => ({ value, label: t(`state.${value}`) }))]}
        onChange={(status) => onFilter({ status: status as UserListFilter["status"] })}
      />
      <FilterMenu
        label={t("filter.binding")}
        value={filter.binding}
        options={[all, ...(["bound", "unbound"] as const).map((value) => ({ value, label: t(`filter.${value}`) }))]}
        onChange={(binding) => onFilter({ binding: binding as UserListFilter["binding"] })}
      />
      <FilterMenu
        label={t("filter.type")}
        value={filter.type}
        options={[all, ...USER_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
        onChange={(type) => onFilter({ type: type as UserListFilter["type"] })}
      />
    </>
  );
}
