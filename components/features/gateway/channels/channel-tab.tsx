"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, useDeferredValue } from "react";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { Button } from "@/components/ui/button";
import { Pagination } from "@/components/ui/pagination";
import { Segmented } from "@/components/ui/segmented";
import { Skeleton } from "@/components/ui/skeleton";
import { MODEL_TYPES } from "@/lib/config/model-kinds";
import { routedModelsQuery } from "@/lib/features/gateway/routing-hooks";
import { isFiltered, oneOf } from "@/lib/features/gateway/state";
import type { TabProps } from "../gateway-screen";
import { TabToolbar } from "../tab-toolbar";
import { ModelCard } from "./model-card";

const Drawers = lazy(() => import("./channel-drawers").then((module) => ({ default: module.ChannelDrawers })));
const ONLY = ["all", "several", "resting"] as const;
const PAGE_SIZE = 20;

/** Models with the channels they are reached by. */
export function ChannelTab({ state, onChange }: TabProps) {
  const t = useTranslations("gateway");
  const { filter, page } = state;
  const only = oneOf(ONLY, filter.only);
  const type = oneOf(["all", ...MODEL_TYPES], filter.type);
  const query = useQuery(
    routedModelsQuery({
      page,
      pageSize: PAGE_SIZE,
      keyword: useDeferredValue(filter.q) || undefined,
      only: only === "all" ? undefined : only,
      types: type === "all" ? undefined : type,
    }),
  );
  const { data } = query;
  const types = (["all", ...MODEL_TYPES] as const).map((value) => ({
    value,
    label: value === "all" ? t("channel.only.all") : t(`type.${value}`),
  }));
  return (
    <>
      <TabToolbar state={state} searchLabel={t("channel.search")} onFilter={(next) => onChange({ filter: next })}>
        <Segmented
          aria-label={t("channel.only.label")}
          value={only}
          onValueChange={(value) => onChange({ filter: { ...filter, only: value === "all" ? "" : value } })}
          options={ONLY.map((value) => ({ value, label: t(`channel.only.${value}`) }))}
        />
        <FilterMenu
          label={t("channel.type")}
          value={type}
          options={types}
          onChange={(value) => onChange({ filter: { ...filter, type: value === "all" ? "" : value } })}
        />
      </TabToolbar>
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto bg-subtle p-4 md:p-5">
        {data?.items.map((model) => (
          <ModelCard key={model.id} model={model} onOpen={(open) => onChange({ open })} />
        ))}
        {data?.total === 0 && (
          <div className="flex flex-col items-center gap-3 py-16 text-fg-3 text-sm">
            <p role="status">{isFiltered(state) ? t("channel.noResult") : t("channel.empty")}</p>
            {isFiltered(state) && <Button onClick={() => onChange({ filter: {} })}>{t("clearFilters")}</Button>}
          </div>
        )}
        {!data && query.isError && <ErrorState onRetry={() => void query.refetch()} />}
        {!data && query.isPending && [1, 0.7, 0.4].map((opacity) => <CardSkeleton key={opacity} opacity={opacity} />)}
      </div>
      {data && data.total > PAGE_SIZE && (
        <div className="shrink-0 border-t">
          <Pagination
            page={page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onPageChange={(next) => onChange({ page: next })}
          />
        </div>
      )}
      <LazyBoundary onFailure={() => onChange({ open: null })}>
        {state.open && data && <Drawers open={state.open} models={data.items} onOpen={(open) => onChange({ open })} />}
      </LazyBoundary>
    </>
  );
}

function CardSkeleton({ opacity }: { opacity: number }) {
  return (
    <div className="shrink-0 space-y-3 rounded-md border bg-background p-4" style={{ opacity }}>
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
