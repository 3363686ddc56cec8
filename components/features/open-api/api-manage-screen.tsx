"use client";

import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { CreateButton } from "@/components/common/create-button";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { KeyDto, OpenApiOptions } from "@/lib/features/open-api/dto";
import { type ApiTab, keysAddress, TABS } from "@/lib/features/open-api/filter";
import { KeyList } from "./key-list";

const KeyDrawer = lazy(() => import("./key-drawer").then((module) => ({ default: module.KeyDrawer })));
const Playground = lazy(() => import("./playground").then((module) => ({ default: module.Playground })));

interface ApiManageScreenProps {
  first: typeof keysAddress.plain;
  options: OpenApiOptions;
}

/** Keys of the Open API, and a place to try them. */
export function ApiManageScreen({ first, options }: ApiManageScreenProps) {
  const t = useTranslations("open-api");
  // The filters belong to the keys; beside them the address does not carry them.
  const [{ tab, ...filter }, show] = useAddressState(first, (next) =>
    keysAddress.query(next.tab === "keys" ? next : { ...keysAddress.plain, tab: next.tab }),
  );
  const [drawer, setDrawer] = useState<KeyDto | "new" | null>(null);
  /** The secret of a key made on this visit, for the playground; gone with the page. */
  const [secret, setSecret] = useState("");

  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={<CreateButton label={t("create")} onCreate={() => setDrawer("new")} />}
      />
      <Tabs
        value={tab}
        onValueChange={(value) => show({ tab: value as ApiTab })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList className="shrink-0 px-4 md:px-5">
          {TABS.map((key) => (
            <TabsTrigger key={key} value={key}>
              {t(`tab.${key}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="keys" className="flex min-h-0 flex-1 flex-col">
          <KeyList
            filter={filter}
            options={options}
            onFilter={(patch) => show({ page: 1, ...patch })}
            onCreate={() => setDrawer("new")}
            onEdit={setDrawer}
          />
        </TabsContent>
        <TabsContent value="playground" className="min-h-0 flex-1 overflow-y-auto">
          <LazyBoundary onFailure={() => show({ tab: "keys" })} fallback={<PanelSkeleton />}>
            <Playground key={secret} options={options} secret={secret} />
          </LazyBoundary>
        </TabsContent>
      </Tabs>
      <LazyBoundary onFailure={() => setDrawer(null)}>
        {drawer && (
          <KeyDrawer
            apiKey={drawer === "new" ? null : drawer}
            options={options}
            onSecret={setSecret}
            onTry={() => {
              setDrawer(null);
              show({ tab: "playground" });
            }}
            onClose={() => setDrawer(null)}
          />
        )}
      </LazyBoundary>
    </>
  );
}
