"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { lazy } from "react";
import { BarList, type BarRow } from "@/components/charts/bar-list";
import { ExportMenu, useExport } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { appPath, type DashboardState, reportAddress, tokensPath } from "@/lib/features/reports/address";
import type { DashboardDto, Top } from "@/lib/features/reports/dto";
import { dashboardQuery, exports } from "@/lib/features/reports/hooks";
import { type LabelKind, labelOf } from "@/lib/features/reports/label";
import { chartOf } from "./chart-data";
import { CheckLine } from "./check-line";
import { useFormat, useReportTexts } from "./format";
import { KpiGrid } from "./kpi-grid";
import { kpisOf } from "./kpis";
import { MetricChart } from "./metric-chart";
import { MoneyCard } from "./money-card";
import { PeriodPicker } from "./period-picker";
import { ReportBody } from "./report-body";
import { TopCard } from "./top-card";
import { TopTable } from "./top-table";

const CallsDrawer = lazy(() => import("./calls-drawer").then((module) => ({ default: module.CallsDrawer })));

interface DashboardScreenProps {
  first: DashboardDto;
  state: DashboardState;
  /** May see token statistics and single records. */
  canDrill: boolean;
}

/** People, questions, tokens, money and latency of a period, and who and what they belong to. */
export function DashboardScreen({ first, state: firstState, canDrill }: DashboardScreenProps) {
  const t = useReportTexts();
  const [state, change] = useAddressState(firstState, reportAddress);
  const isFirst = samePeriod(state, firstState);
  const query = useQuery({ ...dashboardQuery(state), initialData: isFirst ? first : undefined });
  const data = query.data ?? first;
  const format = useFormat(data.currency);
  const download = useExport();
  const period = { period: state.period, from: state.from, to: state.to, grain: state.grain };
  const chart = chartOf(data.series, { ...state, currency: data.currency }, format, t);
  const isEmpty = data.totals.calls === 0 && data.totalsBefore.calls === 0;
  const controls = <PeriodPicker state={state} range={data.range} onChange={change} />;

  const rows = (kind: LabelKind, top: Top, filter: "model" | "dept" | "user"): BarRow[] => {
    const target = filter === "user" ? "app" : "user";
    const shown = top.items.map((row) => ({
      key: row.key,
      label: labelOf(row, kind, t),
      value: row.figures.tokens,
      text: format.compact(row.figures.tokens),
      href: canDrill && !row.removed ? tokensPath(target, { ...period, [filter]: row.key }) : undefined,
    }));
    const { count, tokens } = top.others;
    if (count === 0 || tokens === 0) return shown;
    const rest = { key: "others", label: t("top.others", { count }), value: tokens, text: format.compact(tokens) };
    return [...shown, { ...rest, isRest: true }];
  };
  const all = (dimension: "app" | "model" | "user" | "dept", label = t("top.all")) =>
    canDrill && (
      <Link href={tokensPath(dimension, period)} className="rounded-xs text-primary-ink text-xs hover:underline">
        {label}
      </Link>
    );

  return (
    <>
      <TopBar
        title={t("title")}
        meta={format.range(data.range.from, data.range.to)}
        actions={
          <>
            <div className="flex items-center gap-2 max-md:hidden">{controls}</div>
            <ExportMenu onExport={(kind) => exports.dashboard(state, kind)} />
          </>
        }
      />
      <ReportBody
        query={query}
        controls={controls}
        days={state.period === "custom" ? { ...data.range, onChange: change } : null}
        isEmpty={isEmpty}
        end={<CheckLine check={data.check} timeZone={data.timeZone} format={format} />}
      >
        <KpiGrid
          format={format}
          items={kpisOf({ ...data, projectedMicros: data.projection?.projectedMicros }, format, t)}
        />
        <div className="grid items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_332px]">
          <MetricChart
            metric={state.metric}
            chart={chart}
            onMetric={(metric) => change({ metric })}
            onPick={canDrill ? (key) => change({ calls: key }) : undefined}
            onExport={() => download.run(() => exports.dashboard(state, "csv"))}
          />
          <TopCard title={t("top.model")} action={all("model")}>
            <BarList rows={rows("model", data.tops.model, "model")} />
          </TopCard>
          <TopTable
            kind="app"
            top={data.tops.app}
            format={format}
            action={all("app", t("top.openTokens"))}
            href={canDrill ? (row) => appPath(row.key, labelOf(row, "app", t), period) : undefined}
          />
          <TopCard title={t("top.department")} hint={t("top.departmentOwn")} action={all("dept")}>
            <BarList rows={rows("department", data.tops.department, "dept")} />
          </TopCard>
          <TopTable
            kind="user"
            top={data.tops.user}
            format={format}
            action={all("user")}
            href={canDrill ? (row) => tokensPath("app", { ...period, user: row.key }) : undefined}
          />
          <MoneyCard projection={data.projection} format={format} />
        </div>
      </ReportBody>
      <LazyBoundary onFailure={() => change({ calls: undefined })}>
        {state.calls && canDrill && (
          <CallsDrawer
            scope={state.calls}
            range={data.range}
            grain={state.grain}
            filters={{}}
            currency={data.currency}
            onClose={() => change({ calls: undefined })}
          />
        )}
      </LazyBoundary>
    </>
  );
}

function samePeriod(a: DashboardState, b: DashboardState): boolean {
  return a.period === b.period && a.from === b.from && a.to === b.to && a.grain === b.grain;
}
