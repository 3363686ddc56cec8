"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import Link from "next/link";
import { lazy, useState } from "react";
import { ChartCard } from "@/components/charts/chart-card";
import { DataTable } from "@/components/common/data-table/data-table";
import { EmptyState } from "@/components/common/empty-state";
import { ExportMenu, useExport } from "@/components/common/export-menu";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { UnpricedNote } from "@/components/common/unpriced-note";
import { useAddressState } from "@/components/common/use-address-state";
import { TopBar } from "@/components/layout/top-bar";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { addMonths, firstOfMonth } from "@/lib/config/day-range";
import {
  carriedState,
  FILTERS,
  isTree,
  reportAddress,
  type TokensState,
  tokensPath,
} from "@/lib/features/reports/address";
import type { SeriesDto, TokensPage } from "@/lib/features/reports/dto";
import { exports, seriesQuery, tokensQuery } from "@/lib/features/reports/hooks";
import { DIMENSIONS, type Dimension, type Order } from "@/lib/features/reports/kinds";
import { chartOf } from "./chart-data";
import { costText } from "./cost";
import { CustomDays } from "./custom-days";
import { useFormat, useReportTexts } from "./format";
import { PeriodPicker } from "./period-picker";
import { tokensColumns } from "./tokens-columns";
import { TokensToolbar } from "./tokens-toolbar";

const DepartmentTree = lazy(() => import("./department-tree").then((module) => ({ default: module.DepartmentTree })));
const CallsDrawer = lazy(() => import("./calls-drawer").then((module) => ({ default: module.CallsDrawer })));
const StatementDrawer = lazy(() =>
  import("./statement-drawer").then((module) => ({ default: module.StatementDrawer })),
);

interface TokensScreenProps {
  dimension: Dimension;
  first: { page: TokensPage; series: SeriesDto };
  state: TokensState;
}

const PAGE_SIZE = 20;

/** What each app, model, person or department used, narrowed by any of them. */
export function TokensScreen({ dimension, first, state: firstState }: TokensScreenProps) {
  const t = useReportTexts();
  const [state, change] = useAddressState(firstState, reportAddress);
  const [clears, setClears] = useState(0);
  const isFirst = state === firstState;
  const rows = useQuery({ ...tokensQuery(dimension, state), initialData: isFirst ? first.page : undefined });
  const series = useQuery({ ...seriesQuery(state), initialData: isFirst ? first.series : undefined });
  const page = rows.data ?? first.page;
  const format = useFormat(page.currency);
  const download = useExport();
  const { data: chart, unit } = chartOf(
    (series.data ?? first.series).series,
    { metric: "tokens", grain: state.grain, currency: page.currency },
    format,
    t,
  );
  const isFiltered = state.keyword !== "" || FILTERS.some((name) => state[name] !== undefined);
  const clear = () => {
    setClears(clears + 1);
    change({ keyword: "", page: 1, ...Object.fromEntries(FILTERS.map((name) => [name, undefined])) });
  };
  const overlap = dimension === "dept" && state.flat && !state.own;
  const columns = tokensColumns({
    dimension,
    state,
    all: overlap ? null : page.totals.tokens,
    format,
    t,
    onCalls: (row) => change({ calls: row.key }),
  });
  // A month is settled once it has ended: the running one is offered, not opened.
  const running = firstOfMonth(page.today);
  const month = (page.range.to < running ? page.range.to : addMonths(running, -1)).slice(0, 7);
  const controls = (
    <PeriodPicker state={state} range={page.range} onChange={(patch) => change({ ...patch, page: 1 })} />
  );

  return (
    <>
      <TopBar
        title={t("tokens.title")}
        meta={format.range(page.range.from, page.range.to)}
        actions={
          <>
            <div className="flex items-center gap-2 max-md:hidden">
              {controls}
              <Button icon={FileText} onClick={() => change({ statement: `${month},${state.dept ?? ""}` })}>
                {t("statement.open")}
              </Button>
            </div>
            <ExportMenu onExport={(kind) => exports.tokens(dimension, state, kind)} />
          </>
        }
      />
      <nav aria-label={t("tokens.tabs")} className="flex shrink-0 gap-5 overflow-x-auto border-b px-4 md:px-5">
        {DIMENSIONS.map((name) => (
          <Link
            key={name}
            href={tokensPath(name, carriedState(state))}
            aria-current={name === dimension ? "page" : undefined}
            className={cn(
              "-mb-px flex h-11 items-center whitespace-nowrap border-b-2 text-sm -outline-offset-2 hover:text-fg",
              name === dimension ? "border-fg font-semibold text-fg" : "border-transparent text-fg-2",
            )}
          >
            {t(`tokens.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pt-3 md:hidden">
          {controls}
          <Button icon={FileText} onClick={() => change({ statement: `${month},${state.dept ?? ""}` })}>
            {t("statement.open")}
          </Button>
        </div>
        {state.period === "custom" && (
          <div className="shrink-0 px-4 pt-3 md:px-5">
            <CustomDays {...page.range} onChange={(patch) => change({ ...patch, page: 1 })} />
          </div>
        )}
        <TokensToolbar
          key={clears}
          dimension={dimension}
          state={state}
          isFiltered={isFiltered}
          onChange={change}
          onClear={clear}
        />
        <div className="shrink-0 px-4 py-4 md:px-5">
          <ChartCard
            title={t("tokens.trend")}
            unit={unit}
            periodLabel={t("chart.period")}
            data={chart}
            kind="bars"
            height={168}
            isBusy={series.isPlaceholderData}
            pickHint={t("chart.pick")}
            onPick={(key) => change({ calls: key })}
            onExport={() => download.run(() => exports.series(state, "csv"))}
          />
          <p className="tnum mt-2 text-fg-3 text-xs">
            {t("tokens.total", {
              tokens: format.whole(page.totals.tokens),
              calls: page.totals.calls,
              cost: costText(page.totals, format),
            })}
            {page.totals.unpriced > 0 && " · "}
            <UnpricedNote count={page.totals.unpriced} />
            {overlap && ` · ${t("tokens.sumHint")}`}
          </p>
        </div>
        <div className="flex min-h-72 flex-1 flex-col border-t [&>section]:max-md:min-h-72">
          {isTree(dimension, state) ? (
            <LazyBoundary onFailure={() => change({ flat: true })} fallback={<PanelSkeleton />}>
              <DepartmentTree state={state} format={format} onCalls={(key) => change({ calls: key })} onClear={clear} />
            </LazyBoundary>
          ) : (
            <DataTable
              label={t(`tokens.${dimension}`)}
              columns={columns}
              rowKey={(row) => row.key}
              state={{ ...rows, data: rows.data, refetch: () => void rows.refetch() }}
              page={state.page}
              pageSize={PAGE_SIZE}
              onPageChange={(next) => change({ page: next })}
              sort={{ key: state.sort, descending: state.order === "desc" }}
              onSortChange={({ key, descending }) => change(nextSort(state, key as Order, descending))}
              empty={<EmptyState title={t("empty.title")} description={t("empty.description")} />}
              onClearFilters={isFiltered ? clear : undefined}
            />
          )}
        </div>
      </div>
      <LazyBoundary onFailure={() => change({ calls: undefined, statement: undefined })}>
        {state.calls && (
          <CallsDrawer
            scope={state.calls}
            range={page.range}
            grain={state.grain}
            filters={Object.fromEntries(FILTERS.flatMap((name) => (state[name] ? [[name, state[name]]] : [])))}
            rowFilter={dimension}
            currency={page.currency}
            onClose={() => change({ calls: undefined })}
          />
        )}
        {state.statement && (
          <StatementDrawer
            value={state.statement}
            today={page.today}
            onChange={(statement) => change({ statement })}
            onClose={() => change({ statement: undefined })}
          />
        )}
      </LazyBoundary>
    </>
  );
}

/** A column sorts the largest first, then turns. */
function nextSort(state: TokensState, sort: Order, descending: boolean): Partial<TokensState> {
  const order = sort === state.sort ? (descending ? "desc" : "asc") : "desc";
  return { sort, order, page: 1 };
}
