"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ChartCard } from "@/components/charts/chart-card";
import { ErrorState } from "@/components/common/error-state";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useAddressState } from "@/components/common/use-address-state";
import { Segmented } from "@/components/ui/segmented";
import { reportAddress } from "@/lib/features/reports/address";
import type { OwnLimitsDto, OwnUsageDto, OwnYearDto } from "@/lib/features/reports/own-dto";
import { ownLimitsQuery, ownUsageQuery, ownYearQuery } from "@/lib/features/reports/own-hooks";
import { OWN_PERIODS, type OwnPeriod } from "@/lib/features/reports/period";
import { chartOf } from "../chart-data";
import { costText } from "../cost";
import { useFormat, useReportTexts } from "../format";
import { DayTable } from "./day-table";
import { HeatMap } from "./heat-map";
import { LimitGrid } from "./limit-grid";
import { ShareTable } from "./share-table";

interface OwnUsageScreenProps {
  first: { limits: OwnLimitsDto; usage: OwnUsageDto; year: OwnYearDto; period: OwnPeriod };
}

/** spec M1: what one used today against each limit, over a period, and on each day of a year. */
export function OwnUsageScreen({ first }: OwnUsageScreenProps) {
  const t = useTranslations("personal.token");
  const r = useReportTexts();
  const [{ period }, change] = useAddressState({ period: first.period }, reportAddress);
  const limits = useQuery({ ...ownLimitsQuery, initialData: first.limits });
  const year = useQuery({ ...ownYearQuery, initialData: first.year });
  const usage = useQuery({
    ...ownUsageQuery(period),
    initialData: period === first.period ? first.usage : undefined,
  });
  const shown = usage.data ?? first.usage;
  const format = useFormat(shown.currency);
  const { data: chart, unit } = chartOf(
    shown.series,
    { metric: "tokens", grain: "day", currency: shown.currency },
    format,
    r,
  );
  const { totals } = shown;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t("label")} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
      <div className="mx-auto flex max-w-300 flex-col gap-5 px-4 py-5 md:px-8">
        <LimitGrid limits={limits.data} format={format} />
        <HeatMap year={year.data} format={format} />
        <div className="flex flex-wrap items-center gap-3 pt-2">
          <h2 className="font-semibold text-base">{t("period")}</h2>
          <Segmented
            aria-label={r("period.label")}
            value={period}
            onValueChange={(next) => change({ period: next })}
            options={OWN_PERIODS.map((value) => ({ value, label: r(`period.${value}`) }))}
            className="ml-auto max-md:ml-0"
          />
        </div>
        {usage.isError && !usage.data ? (
          <ErrorState onRetry={() => void usage.refetch()} />
        ) : (
          <>
            <p role="status" className="tnum -mt-2 text-fg-2 text-sm">
              {t("sum", {
                range: format.range(shown.range.from, shown.range.to),
                tokens: format.whole(totals.tokens),
                calls: totals.calls,
                images: totals.images,
                cost: costText(totals, format),
              })}{" "}
              <UnpricedNote count={totals.unpriced} />
            </p>
            <ChartCard
              title={t("trend")}
              unit={unit}
              periodLabel={r("chart.period")}
              data={chart}
              kind="bars"
              height={200}
              isBusy={usage.isPlaceholderData}
            />
            <div className="grid gap-5 lg:grid-cols-2">
              <ShareTable title={t("byApp")} kind="app" rows={shown.apps} format={format} />
              <ShareTable title={t("byModel")} kind="model" rows={shown.models} format={format} />
            </div>
            <DayTable key={period} series={shown.series} format={format} />
          </>
        )}
        <p className="text-fg-3 text-xs">{t("zone", { zone: shown.timeZone })}</p>
      </div>
    </section>
  );
}
