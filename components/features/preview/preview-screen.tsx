"use client";

import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs";
import type { FindingDto, TodayDto } from "@/lib/features/preview/dto";
import { type PreviewState, type PreviewTab, previewAddress, TABS } from "@/lib/features/preview/filter";
import { overviewQuery } from "@/lib/features/preview/hooks";
import { Overview } from "./overview";

const ApiReference = lazy(() => import("./api-reference").then((module) => ({ default: module.ApiReference })));

interface PreviewScreenProps {
  state: PreviewState;
  /** What the server found when it rendered the page. */
  first: { findings: FindingDto[] };
  today: TodayDto | null;
}

/** The console's landing page, and the reference of our calls beside it. */
export function PreviewScreen({ state: asked, first, today }: PreviewScreenProps) {
  const t = useTranslations("preview");
  const [state, change] = useAddressState(asked, previewAddress.query);
  const query = useQuery({ ...overviewQuery, initialData: first });
  return (
    <>
      <TopBar
        title={t("title")}
        actions={
          state.tab === "overview" && (
            <Button icon={RefreshCw} loading={query.isFetching} onClick={() => query.refetch()}>
              {t("refresh")}
            </Button>
          )
        }
      />
      <Tabs
        value={state.tab}
        onValueChange={(tab) => change({ tab: tab as PreviewTab })}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList className="shrink-0 px-4 md:px-5">
          {TABS.map((tab) => (
            <TabsTrigger key={tab} value={tab}>
              {t(`tab.${tab}`)}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent value="overview" className="min-h-0 flex-1 overflow-y-auto">
          <Overview query={query} today={today} />
        </TabsContent>
        <TabsContent value="api" className="flex min-h-0 flex-1 flex-col">
          <LazyBoundary onFailure={() => change({ tab: "overview" })} fallback={<PanelSkeleton />}>
            <ApiReference state={state} onChange={change} />
          </LazyBoundary>
        </TabsContent>
      </Tabs>
    </>
  );
}
