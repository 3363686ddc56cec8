"use client";

import { confirm } from "@/lib/client/dialogs";
import type { RoleDto } from "@/lib/features/roles/dto";
import { useRoleActions } from "@/lib/features/roles/hooks";
import { useRoleTexts } from "./use-role-texts";

/** Asks, saying how many people lose the role, and deletes it. True when it is gone. */
export function useRemoveRole() {
  const { t, nameOf } = useRoleTexts();
  const { remove } = useRoleActions();
  return (role: RoleDto) => {
    const name = nameOf(role);
    return confirm({
      title: t("delete.title"),
      description: role.people > 0 ? t("delete.people", { count: role.people, name }) : t("delete.text", { name }),
      okButton: t("delete.ok"),
      destructive: true,
      onOk: () => remove.mutateAsync(role.id),
    });
  };
}
