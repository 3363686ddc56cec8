"use client";

import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { lazy, useState } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { BasicDto } from "@/lib/features/configuration/dto";
import { basicQuery } from "@/lib/features/configuration/hooks";

// The form brings its schemas along; the page is there before them. Not drawn by the server: what is typed before the
// code has come would be lost.
const BasicConfigForm = dynamic(() => import("./basic-config-form").then((m) => ({ default: m.BasicConfigForm })), {
  ssr: false,
  loading: PanelSkeleton,
});
const HistoryDrawer = lazy(() => import("./history-drawer").then((m) => ({ default: m.HistoryDrawer })));

const BackupTab = lazy(() => import("./backup-tab").then((m) => ({ default: m.BackupTab })));

export const CONFIGURATION_TABS = ["form", "backups"] as const;
export type ConfigurationTab = (typeof CONFIGURATION_TABS)[number];

interface ConfigurationScreenProps {
  tab: ConfigurationTab;
  first: BasicDto;
  isAdministrator: boolean;
}

/** The basic configuration: one long form with a picture of what it will look like. */
export function ConfigurationScreen({ tab: firstTab, first, isAdministrator }: ConfigurationScreenProps) {
  const t = useTranslations("configuration");
  const { data = first } = useQuery({ ...basicQuery, initialData: first });
  const [tab, setTab] = useState(firstTab);
  const [showsHistory, setShowsHistory] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  const [opened, setOpened] = useState(data);
  // Another state of the server's begins the form anew, but takes away nothing that was typed.
  if (!isDirty && opened !== data) setOpened(data);
  const stamp = JSON.stringify([opened.versions, opened.hasMailPassword]);
  const show = (next: string) => {
    setTab(next as ConfigurationTab);
    window.history.replaceState(null, "", next === "form" ? window.location.pathname : `?tab=${next}`);
  };
  return (
    <>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("group") }]}
        actions={
          <Button icon={History} onClick={() => setShowsHistory(true)}>
            {t("history.open")}
          </Button>
        }
      />
      <Tabs value={tab} onValueChange={show} className="flex min-h-0 flex-1 flex-col">
        <TabsList className="shrink-0 px-4 md:px-5">
          {CONFIGURATION_TABS.map((key) => (
            <TabsTrigger key={key} value={key}>
              {t(`tab.${key}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        {/* What was typed stays while somebody looks at the other tab. */}
        <TabsContent value="form" forceMount className="flex min-h-0 flex-1 flex-col data-[state=inactive]:hidden">
          <LazyBoundary fallback={<PanelSkeleton />}>
            <BasicConfigForm key={stamp} stored={opened} isAdministrator={isAdministrator} onDirty={setIsDirty} />
          </LazyBoundary>
        </TabsContent>
        <TabsContent value="backups" className="flex min-h-0 flex-1 flex-col">
          <LazyBoundary onFailure={() => show("form")} fallback={<PanelSkeleton />}>
            <BackupTab />
          </LazyBoundary>
        </TabsContent>
      </Tabs>
      <LazyBoundary onFailure={() => setShowsHistory(false)}>
        {showsHistory && <HistoryDrawer onClose={() => setShowsHistory(false)} />}
      </LazyBoundary>
    </>
  );
}
