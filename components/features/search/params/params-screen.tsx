"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { SourceSelectionContext } from "@/components/chat/sources/context";
import { SourceSplit } from "@/components/chat/sources/source-split";
import { useSource } from "@/components/chat/sources/use-source";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Segmented } from "@/components/ui/segmented";
import { mainHref } from "@/lib/features/search/paths";
import type { SearchParamsDto } from "@/lib/features/search/settings/dto";
import { type ParamsFilter, paramsAddress } from "@/lib/features/search/settings/filter";
import { searchParamsQuery } from "@/lib/features/search/settings/hooks";
import { SETTINGS_SCOPES } from "@/lib/features/search/settings/kinds";

const ParamsForm = lazy(() => import("./params-form").then((module) => ({ default: module.ParamsForm })));

interface ParamsScreenProps {
  params: SearchParamsDto;
  first: ParamsFilter;
}

/** spec 2, params-config: a person's parameters of the search, and for who looks after tools the organisation's. */
export function ParamsScreen({ params, first }: ParamsScreenProps) {
  const t = useTranslations("search-params");
  const { data } = useQuery({ ...searchParamsQuery, initialData: params });
  const [filter, handleFilter] = useAddressState(first, paramsAddress.query);
  // Who may not change the organisation's has their own, whatever the address says.
  const scope = data.organisation ? filter.scope : "own";
  const stored = scope === "organisation" && data.organisation ? data.organisation : data.own;
  const sources = useSource();
  return (
    <SourceSelectionContext value={sources.selection}>
      <TopBar
        title={t("title")}
        crumbs={[{ label: t("area"), href: mainHref }]}
        actions={
          data.organisation && (
            <Segmented
              aria-label={t("scope.label")}
              value={scope}
              onValueChange={(next) => handleFilter({ scope: next })}
              options={SETTINGS_SCOPES.map((value) => ({ value, label: t(`scope.${value}`) }))}
            />
          )
        }
      />
      <SourceSplit name="search-source" label={t("trial.resize")} sources={sources}>
        <LazyBoundary fallback={<PanelSkeleton />}>
          <ParamsForm
            key={`${scope} ${stored.revision}`}
            stored={stored}
            models={data.models}
            filter={{ ...filter, scope }}
            onFilter={handleFilter}
          />
        </LazyBoundary>
      </SourceSplit>
    </SourceSelectionContext>
  );
}
