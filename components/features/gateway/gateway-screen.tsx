"use client";

import { FileUp, Settings2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import { type GatewayState, type GatewayTab, stateQuery, TABS } from "@/lib/features/gateway/state";

const BODIES = {
  suppliers: lazy(() => import("./suppliers/supplier-tab").then((module) => ({ default: module.SupplierTab }))),
  channels: lazy(() => import("./channels/channel-tab").then((module) => ({ default: module.ChannelTab }))),
  prices: lazy(() => import("./money/price-tab").then((module) => ({ default: module.PriceTab }))),
  budgets: lazy(() => import("./money/budget-tab").then((module) => ({ default: module.BudgetTab }))),
  log: lazy(() => import("./log/log-tab").then((module) => ({ default: module.LogTab }))),
};

export interface TabProps {
  state: GatewayState;
  /** Another filter begins at its first page. */
  onChange: (patch: Partial<Omit<GatewayState, "tab">>) => void;
}

interface GatewayScreenProps {
  state: GatewayState;
  /** May take in channels from elsewhere, which makes models too. */
  mayImport?: boolean;
}

/** Suppliers, the channels to models, prices, budgets and the request log; one tab each, all in the address. */
export function GatewayScreen({ state: first, mayImport = false }: GatewayScreenProps) {
  const t = useTranslations("gateway");
  const [state, show] = useAddressState(first, stateQuery);
  const handleChange: TabProps["onChange"] = (patch) => show({ ...(patch.filter ? { page: 1 } : {}), ...patch });
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={<TabAction tab={state.tab} mayImport={mayImport} onOpen={(open) => handleChange({ open })} />}
      />
      <Tabs
        value={state.tab}
        onValueChange={(tab) => show({ tab: tab as GatewayTab, filter: {}, page: 1, open: null })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label={t("title")} className="shrink-0 px-4 md:px-5">
          {TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        {TABS.map((tab) => {
          const Body = BODIES[tab];
          return (
            <TabsContent key={tab} value={tab} className="flex min-h-0 flex-1 flex-col">
              <LazyBoundary fallback={<PanelSkeleton />}>
                <Body state={state} onChange={handleChange} />
              </LazyBoundary>
            </TabsContent>
          );
        })}
      </Tabs>
    </>
  );
}

interface TabActionProps {
  tab: GatewayTab;
  mayImport: boolean;
  onOpen: (open: string) => void;
}

/** What a tab adds or sets, at the end of the top bar. */
function TabAction({ tab, mayImport, onOpen }: TabActionProps) {
  const t = useTranslations("gateway");
  if (tab === "suppliers") {
    return (
      <>
        {mayImport && (
          <Button icon={FileUp} onClick={() => onOpen("import")} className="max-md:hidden">
            {t("import.title")}
          </Button>
        )}
        <CreateButton label={t("add.suppliers")} onCreate={() => onOpen("add")} />
      </>
    );
  }
  if (tab === "budgets") return <CreateButton label={t("add.budgets")} onCreate={() => onOpen("add")} />;
  if (tab !== "log") return null;
  return (
    <Button icon={Settings2} onClick={() => onOpen("settings")}>
      {t("log.settings")}
    </Button>
  );
}
