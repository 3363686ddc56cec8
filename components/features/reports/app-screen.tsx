"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { lazy } from "react";
import { BarList } from "@/components/charts/bar-list";
import { ChartCard } from "@/components/charts/chart-card";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { type DashboardState, reportAddress, tokensPath } from "@/lib/features/reports/address";
import type { AppDto } from "@/lib/features/reports/dto";
import { appQuery, exports } from "@/lib/features/reports/hooks";
import { labelOf } from "@/lib/features/reports/label";
import { chartOf, kindOf } from "./chart-data";
import { CustomDays } from "./custom-days";
import { useFormat, useReportTexts } from "./format";
import { KpiGrid } from "./kpi-grid";
import { kpisOf } from "./kpis";
import { MetricMenu } from "./metric-menu";
import { PeriodPicker } from "./period-picker";
import { ReportFailureStrip } from "./report-failure-strip";
import { TopCard } from "./top-card";
import { TopTable } from "./top-table";

const CallsDrawer = lazy(() => import("./calls-drawer").then((module) => ({ default: module.CallsDrawer })));

interface AppScreenProps {
  appId: string;
  first: AppDto;
  state: DashboardState;
}

/** One app's figures over time, and the models, departments and people behind them. */
export function AppScreen({ appId, first, state: firstState }: AppScreenProps) {
  const t = useReportTexts();
  const [state, change] = useAddressState(firstState, reportAddress);
  const isFirst = state === firstState;
  const query = useQuery({ ...appQuery(appId, state), initialData: isFirst ? first : undefined });
  const data = query.data ?? first;
  const format = useFormat(data.currency);
  const period = { period: state.period, from: state.from, to: state.to, grain: state.grain };
  const { data: chart, unit } = chartOf(data.series, { ...state, currency: data.currency }, format, t);
  const label = labelOf(data.app, "app", t);
  const isEmpty = data.totals.calls === 0 && data.totalsBefore.calls === 0;
  const controls = <PeriodPicker state={state} range={data.range} onChange={change} />;
  const filter = { app: appId };
  const bars = (kind: "model" | "department") => {
    const { items, others } = data.tops[kind];
    const name = kind === "model" ? "model" : "dept";
    const rows = items.map((row) => ({
      key: row.key,
      label: labelOf(row, kind, t),
      value: row.figures.tokens,
      text: format.compact(row.figures.tokens),
      href: row.removed || !row.name ? undefined : tokensPath("user", { ...period, ...filter, [name]: row.key }),
    }));
    if (others.count === 0) return rows;
    const rest = { value: others.tokens, text: format.compact(others.tokens), isRest: true };
    return [...rows, { key: "others", label: t("top.others", { count: others.count }), ...rest }];
  };
  return (
    <>
      <TopBar
        title={label}
        crumbs={[{ label: t("group") }, { label: t("tokens.title"), href: tokensPath("app", period) }]}
        meta={format.range(data.range.from, data.range.to)}
        actions={
          <>
            <div className="flex items-center gap-2 max-md:hidden">
              {controls}
              <Button icon={ReceiptText} onClick={() => change({ calls: "all" })}>
                {t("detail.calls")}
              </Button>
            </div>
            <ExportMenu onExport={(kind) => exports.series({ ...state, ...filter }, kind)} />
          </>
        }
      />
      {query.isError && <ReportFailureStrip onRetry={() => void query.refetch()} />}
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 [&>*]:shrink-0 md:p-5">
        <div className="flex flex-wrap items-center gap-2 md:hidden">
          {controls}
          <Button icon={ReceiptText} onClick={() => change({ calls: "all" })}>
            {t("detail.calls")}
          </Button>
        </div>
        {state.period === "custom" && <CustomDays {...data.range} onChange={change} />}
        {isEmpty ? (
          <EmptyState title={t("empty.title")} description={t("empty.description")} />
        ) : (
          <div
            className={cn("flex flex-col gap-4", query.isPlaceholderData && "opacity-60 transition-opacity delay-200")}
          >
            <KpiGrid format={format} items={kpisOf(data, format, t)} />
            <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_332px]">
              <ChartCard
                title={t(`metric.${state.metric}`)}
                unit={unit}
                periodLabel={t("chart.period")}
                data={chart}
                kind={kindOf(state.metric)}
                tools={<MetricMenu metric={state.metric} onChange={(metric) => change({ metric })} />}
                pickHint={t("chart.pick")}
                onPick={(key) => change({ calls: key })}
              />
              <TopCard title={t("detail.models")}>
                <BarList rows={bars("model")} />
              </TopCard>
              <TopTable
                kind="user"
                top={data.tops.user}
                format={format}
                href={(row) => tokensPath("model", { ...period, ...filter, user: row.key })}
              />
              <TopCard title={t("detail.departments")}>
                <BarList rows={bars("department")} />
              </TopCard>
            </div>
          </div>
        )}
      </div>
      <LazyBoundary onFailure={() => change({ calls: undefined })}>
        {state.calls && (
          <CallsDrawer
            scope={state.calls}
            range={data.range}
            grain={state.grain}
            filters={filter}
            currency={data.currency}
            onClose={() => change({ calls: undefined })}
          />
        )}
      </LazyBoundary>
    </>
  );
}
