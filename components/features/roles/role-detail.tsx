"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Pencil, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { MoreMenu } from "@/components/common/lazy-menu";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { Catalogue, RoleDto } from "@/lib/features/roles/dto";
import { DETAIL_TABS, type DetailState, type DetailTab, roleAddress } from "@/lib/features/roles/filter";
import { roleQuery } from "@/lib/features/roles/hooks";
import { MemberList } from "./member-list";
import { PermissionTree } from "./permission-tree";
import { useRemoveRole } from "./use-remove-role";
import { useRoleTexts } from "./use-role-texts";

const RoleDrawer = lazy(() => import("./role-drawer").then((module) => ({ default: module.RoleDrawer })));
const MemberPicker = lazy(() => import("./member-picker").then((module) => ({ default: module.MemberPicker })));
const WhyDrawer = lazy(() => import("./why-drawer").then((module) => ({ default: module.WhyDrawer })));
const PreviewPanel = lazy(() => import("./preview-panel").then((module) => ({ default: module.PreviewPanel })));

const LIST = "/system/user-manage/role-manage";

interface RoleDetailProps {
  role: RoleDto;
  catalogue: Catalogue;
  state: DetailState;
  canChange: boolean;
}

/** One role: what it grants, who has it, and what somebody with it sees. */
export function RoleDetail({ role: first, catalogue, state: firstState, canChange }: RoleDetailProps) {
  const { t, nameOf, moment } = useRoleTexts();
  const [state, show] = useAddressState(firstState, roleAddress.query);
  const { data: role } = useQuery({ ...roleQuery(first.id), initialData: first });
  const close = () => show({ open: null });
  const mayEdit = canChange && !role.isAdministrator && !role.isStronger;
  return (
    <>
      <TopBar
        title={nameOf(role)}
        crumbs={[{ label: t("group") }, { label: t("title"), href: LIST }]}
        meta={t("detail.updated", { when: moment(role.updatedAt) })}
        actions={
          <Actions
            role={role}
            canChange={canChange}
            mayEdit={mayEdit}
            isMain={state.tab !== "members"}
            onOpen={(open) => show({ open })}
          />
        }
      />
      <Summary role={role} />
      <Tabs
        value={state.tab}
        onValueChange={(tab) => show({ tab: tab as DetailTab, keyword: "", page: 1 })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={nameOf(role)} className="shrink-0 px-4 md:px-5">
          {DETAIL_TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {t(`detail.${tab}`)}
              {tab === "members" && <span className="tnum text-fg-3">{role.people}</span>}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="permissions" className="min-h-0 flex-1 overflow-y-auto bg-background p-4 md:p-5">
          {role.isAdministrator && (
            <p className="mb-4 rounded-sm bg-primary-soft px-3 py-2 text-primary-ink text-sm">{t("detail.all")}</p>
          )}
          {canChange && role.isStronger && !role.isAdministrator && (
            <p className="mb-4 rounded-sm bg-subtle px-3 py-2 text-fg-2 text-sm">{t("detail.stronger")}</p>
          )}
          {role.permissions.length === 0 ? (
            <p className="py-10 text-center text-fg-3 text-sm">{t("detail.noPermission")}</p>
          ) : (
            <PermissionTree catalogue={catalogue} chosen={new Set(role.permissions)} />
          )}
        </TabsContent>
        <TabsContent value="members" className="flex min-h-0 flex-1 flex-col">
          <MemberList
            role={role}
            keyword={state.keyword}
            page={state.page}
            canRemove={catalogue.isAdministrator}
            onFilter={show}
            onAdd={() => show({ open: "add" })}
            onWhy={(userId) => show({ open: `why:${userId}` })}
          />
        </TabsContent>
        <TabsContent value="preview" className="min-h-0 flex-1 overflow-y-auto">
          <LazyBoundary onFailure={() => show({ tab: "permissions" })} fallback={<PanelSkeleton />}>
            <PreviewPanel roleId={role.id} withCalls />
          </LazyBoundary>
        </TabsContent>
      </Tabs>
      <LazyBoundary onFailure={close}>
        {(state.open === "copy" || (state.open === "edit" && mayEdit)) && canChange && (
          <RoleDrawer role={role} isNew={state.open === "copy"} onClose={close} />
        )}
        {state.open === "add" && <MemberPicker role={role} onClose={close} />}
        {state.open?.startsWith("why:") && <WhyDrawer userId={state.open.slice(4)} onClose={close} />}
      </LazyBoundary>
    </>
  );
}

interface ActionsProps {
  role: RoleDto;
  canChange: boolean;
  mayEdit: boolean;
  /** Editing is what this tab is for; one primary button a view. */
  isMain: boolean;
  onOpen: (open: string) => void;
}

function Actions({ role, canChange, mayEdit, isMain, onOpen }: ActionsProps) {
  const { t, nameOf } = useRoleTexts();
  const router = useRouter();
  const remove = useRemoveRole();
  if (!canChange) return null;
  const handleRemove = async () => {
    if (await remove(role)) router.push(LIST);
  };
  return (
    <>
      {mayEdit && (
        <Button variant={isMain ? "primary" : "default"} icon={Pencil} onClick={() => onOpen("edit")}>
          {t("edit")}
        </Button>
      )}
      <MoreMenu
        label={t("more", { name: nameOf(role) })}
        commands={[
          { key: "copy", label: t("copy"), icon: Copy, onSelect: () => onOpen("copy") },
          ...(mayEdit && !role.key
            ? [
                {
                  key: "delete",
                  label: t("delete.ok"),
                  icon: Trash2,
                  danger: true,
                  apart: true,
                  onSelect: () => void handleRemove(),
                },
              ]
            : []),
        ]}
      />
    </>
  );
}

function Summary({ role }: { role: RoleDto }) {
  const { t, descriptionOf, limit } = useRoleTexts();
  return (
    <dl className="grid shrink-0 gap-x-8 gap-y-3 border-b px-4 py-4 text-sm sm:grid-cols-[auto_auto_1fr] md:px-5">
      <Fact label={t("detail.type")}>
        <Badge tone={role.type === "system" ? "primary" : "neutral"}>{t(`type.${role.type}`)}</Badge>
      </Fact>
      <Fact label={t("detail.limits")}>
        <span className="tnum">
          {t("detail.limitLine", { tokens: limit(role.dailyTokenLimit), images: limit(role.dailyImageLimit) })}
        </span>
      </Fact>
      <Fact label={t("detail.description")}>
        {role.description ? (
          <span className="whitespace-pre-line break-words">{descriptionOf(role)}</span>
        ) : (
          <span className="text-fg-3">{t("detail.noDescription")}</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-3 text-xs">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
