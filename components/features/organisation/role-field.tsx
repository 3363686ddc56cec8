"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { FieldValues } from "react-hook-form";
import { TagField } from "@/components/form/tag-field";
import type { FieldProps } from "@/components/form/use-field";
import { roleChoicesQuery } from "@/lib/features/organisation/hooks";
import { roleName } from "./role-name";

interface RoleFieldProps<Values extends FieldValues> extends FieldProps<Values> {
  /** Roles the person holds already: who is no administrator cannot take them away. */
  held: readonly string[];
  /** The acting person may take roles away. */
  mayTake: boolean;
}

/** Roles as tags, added and removed from a list. */
export function RoleField<Values extends FieldValues>({ held, mayTake, ...field }: RoleFieldProps<Values>) {
  const t = useTranslations("organisation.users");
  const locale = useLocale();
  const { data: roles = [] } = useQuery(roleChoicesQuery);
  return (
    <TagField<Values>
      {...field}
      required
      tags={roles.map((role) => ({
        id: role.id,
        label: roleName(role, locale),
        mayAdd: role.isGrantable,
        mayRemove: mayTake || !held.includes(role.id),
        tone: role.isAdministrator ? "primary" : "neutral",
      }))}
      texts={{
        add: t("addRole"),
        remove: (name) => t("removeRole", { name }),
        search: t("searchRole"),
        none: t("noRole"),
        notYours: t("notYours"),
      }}
    />
  );
}
