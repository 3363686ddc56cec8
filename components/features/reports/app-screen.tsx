"use client";

import { useQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { lazy } from "react";
import { BarList } from "@/components/charts/bar-list";
import { ExportMenu } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { type DashboardState, reportAddress, tokensPath } from "@/lib/features/reports/address";
import type { AppDto } from "@/lib/features/reports/dto";
import { appQuery, exports } from "@/lib/features/reports/hooks";
import { labelOf } from "@/lib/features/reports/label";
import { chartOf } from "./chart-data";
import { useFormat, useReportTexts } from "./format";
import { KpiGrid } from "./kpi-grid";
import { kpisOf } from "./kpis";
import { MetricChart } from "./metric-chart";
import { PeriodPicker } from "./period-picker";
import { ReportBody } from "./report-body";
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
  const chart = chartOf(data.series, { ...state, currency: data.currency }, format, t);
  const label = labelOf(data.app, "app", t);
  const isEmpty = data.totals.calls === 0 && data.totalsBefore.calls === 0;
  const controls = (
    <>
      <PeriodPicker state={state} range={data.range} onChange={change} />
      <Button icon={ReceiptText} onClick={() => change({ calls: "all" })}>
        {t("detail.calls")}
      </Button>
    </>
  );
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
            <div className="flex items-center gap-2 max-md:hidden">{controls}</div>
            <ExportMenu onExport={(kind) => exports.series({ ...state, ...filter }, kind)} />
          </>
        }
      />
      <ReportBody
        query={query}
        controls={controls}
        days={state.period === "custom" ? { ...data.range, onChange: change } : null}
        isEmpty={isEmpty}
      >
        <KpiGrid format={format} items={kpisOf(data, format, t)} />
        <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_332px]">
          <MetricChart
            metric={state.metric}
            chart={chart}
            onMetric={(metric) => change({ metric })}
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
      </ReportBody>
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
