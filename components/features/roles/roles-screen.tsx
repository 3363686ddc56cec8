"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { type RolesState, rolesQuery } from "@/lib/features/roles/filter";
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
  const [state, setState] = useState(first);
  const show = (patch: Partial<RolesState>) => {
    const next = { ...state, ...patch };
    setState(next);
    window.history.replaceState(null, "", `${window.location.pathname}${rolesQuery(next)}`);
  };
  const create = () => show({ open: "new" });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <Button variant="primary" icon={Plus} onClick={create}>
            {t("create")}
          </Button>
        }
      />
      <RoleList
        filter={state.filter}
        canOpen={canOpen}
        onFilter={(patch) => show({ filter: { ...state.filter, page: 1, ...patch } })}
        onCreate={create}
        onOpen={(open) => show({ open })}
      />
      {state.open && <OpenDrawer open={state.open} onClose={() => show({ open: null })} />}
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
