"use client";

import { useQuery } from "@tanstack/react-query";
import { Eye, RotateCcw } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { MoreMenu } from "@/components/common/lazy-menu";
import { ListToolbar } from "@/components/common/list-toolbar";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { PanelState } from "@/components/common/query-state";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Segmented } from "@/components/ui/segmented";
import { confirm } from "@/lib/client/dialogs";
import { toast } from "@/lib/client/toast";
import { menuTreeQuery, useMenuActions } from "@/lib/features/menus/hooks";
import { type MenusState, menusAddress } from "@/lib/features/menus/state";

const MenuTree = lazy(() => import("./menu-tree").then((module) => ({ default: module.MenuTree })));
const MenuDrawer = lazy(() => import("./menu-drawer").then((module) => ({ default: module.MenuDrawer })));
const PreviewDrawer = lazy(() => import("./preview-drawer").then((module) => ({ default: module.PreviewDrawer })));

/** The menu of workspace and console: names, icons, order, groups and links of one's own. */
export function MenusScreen({ state: first }: { state: MenusState }) {
  const t = useTranslations("menus");
  const router = useRouter();
  const [state, show] = useAddressState(first, menusAddress.query);
  const query = useQuery(menuTreeQuery);
  const { resetAll } = useMenuActions(() => router.refresh());
  const close = () => show({ open: null });
  const handleReset = () =>
    void confirm({
      title: t("resetAll.title"),
      description: t("resetAll.text"),
      okButton: t("resetAll.ok"),
      destructive: true,
      onOk: async () => {
        await resetAll.mutateAsync();
        toast.success();
      },
    });
  const halves = (["workspace", "console"] as const).map((value) => ({ value, label: t(value) }));
  const entry = query.data?.items.find(({ id }) => id === state.open);
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <>
            <MoreMenu
              label={t("more", { name: t("title") })}
              commands={[
                { key: "preview", label: t("preview.label"), icon: Eye, onSelect: () => show({ open: "preview" }) },
                { key: "reset", label: t("resetAll.label"), icon: RotateCcw, apart: true, onSelect: handleReset },
              ]}
            />
            <CreateButton label={t("create")} onCreate={() => show({ open: "new" })} />
          </>
        }
      />
      <ListToolbar
        search={t("search")}
        keyword={state.keyword}
        onKeyword={(keyword) => show({ keyword })}
        end={
          <Button icon={Eye} onClick={() => show({ open: "preview" })} className="max-md:hidden">
            {t("preview.label")}
          </Button>
        }
      >
        <Segmented
          aria-label={t("half")}
          value={state.half}
          onValueChange={(half) => show({ half })}
          options={halves}
        />
      </ListToolbar>
      {query.data ? (
        <LazyBoundary fallback={<PanelSkeleton />}>
          <MenuTree
            items={query.data.items}
            half={state.half}
            keyword={state.keyword}
            onEdit={(id) => show({ open: id })}
          />
        </LazyBoundary>
      ) : (
        <PanelState query={query} failed={t("failed")} />
      )}
      <LazyBoundary onFailure={close}>
        {query.data && (state.open === "new" || entry) && (
          <MenuDrawer
            key={state.open}
            entry={entry ?? null}
            half={state.half}
            tree={query.data}
            onSaved={() => router.refresh()}
            onClose={close}
          />
        )}
        {state.open?.startsWith("preview") && (
          <PreviewDrawer
            roleId={state.open.split(":")[1] ?? null}
            onRole={(id) => show({ open: `preview:${id}` })}
            onClose={close}
          />
        )}
      </LazyBoundary>
    </>
  );
}
