"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { type RolesState, rolesAddress } from "@/lib/features/roles/filter";
import { roleQuery } from "@/lib/features/roles/hooks";
import { RoleList } from "./role-list";

const RoleDrawer = lazy(() => import("./role-drawer").then((module) => ({ default: module.RoleDrawer })));

interface RolesScreenProps {
  state: RolesState;
  /** The person may open a role's own page. */
  canOpen: boolean;
}

/** Roles: who has what, and how much of it. */
export function RolesScreen({ state: first, canOpen }: RolesScreenProps) {
  const t = useTranslations("roles");
  const [{ open, ...filter }, show] = useAddressState(first, rolesAddress.query);
  const create = () => show({ open: "new" });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={<CreateButton label={t("create")} onCreate={create} />}
      />
      <RoleList
        filter={filter}
        canOpen={canOpen}
        onFilter={(patch) => show({ page: 1, ...patch })}
        onCreate={create}
        onOpen={(id) => show({ open: id })}
      />
      {open && <OpenDrawer open={open} onClose={() => show({ open: null })} />}
    </>
  );
}

/** The drawer an address names; a role that is gone opens none. */
function OpenDrawer({ open, onClose }: { open: string; onClose: () => void }) {
  const isNew = open === "new" || open.startsWith("copy:");
  const id = open.replace(/^copy:/, "");
  const query = useQuery({ ...roleQuery(id), enabled: open !== "new" });
  if (open !== "new" && !query.data) return null;
  return (
    <LazyBoundary onFailure={onClose}>
      <RoleDrawer key={open} role={query.data ?? null} isNew={isNew} onClose={onClose} />
    </LazyBoundary>
  );
}
