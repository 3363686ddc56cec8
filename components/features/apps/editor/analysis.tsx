"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ChartCard } from "@/components/charts/chart-card";
import { FigureStrip } from "@/components/charts/figure-strip";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import { cn } from "@/components/ui/cn";
import type { AnalysisDto, AppDetailDto } from "@/lib/features/apps/dto";
import { analysisQuery } from "@/lib/features/apps/hooks";
import { ANALYSIS_DAYS } from "@/lib/features/apps/schema";
import { useAnalysisFigures } from "./analysis-figures";
import { Cohorts, Tools } from "./analysis-tables";

/** How an app is used: people, questions, tokens, money, time, what people think of it, its tools. Nobody's words. */
export function Analysis({ app }: { app: AppDetailDto }) {
  const t = useTranslations("apps-editor.analysis");
  const [days, setDays] = useState<number>(30);
  const query = useQuery(analysisQuery(app.id, days));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-5">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FilterMenu
          label={t("days.label")}
          value={String(days)}
          options={ANALYSIS_DAYS.map((value) => ({ value: String(value), label: t("days.last", { count: value }) }))}
          onChange={(value) => setDays(Number(value))}
        />
        <p className="text-fg-3 text-xs">{t("note", { count: days })}</p>
      </div>
      {query.data ? (
        <Body data={query.data} app={app} isBusy={query.isPlaceholderData} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </div>
  );
}

function Body({ data, app, isBusy }: { data: AnalysisDto; app: AppDetailDto; isBusy: boolean }) {
  const t = useTranslations("apps-editor.analysis");
  const format = useFormatter();
  const moments = useMoments();
  const figures = useAnalysisFigures(data, app);
  const isFlow = app.kind === "workflow";
  const points = data.days.map(({ day }) => ({
    key: day,
    axis: moments.calendarDay(day),
    label: moments.calendarDay(day),
  }));
  const exact = (value: number) => format.number(value);
  const seconds = (value: number) => format.number(value, { maximumFractionDigits: 2 });
  const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  return (
    <div aria-busy={isBusy} className={cn("flex flex-col gap-3", isBusy && "opacity-60 transition-opacity delay-200")}>
      <FigureStrip items={figures} columns={isFlow ? "md:grid-cols-3 xl:grid-cols-6" : "md:grid-cols-4"} />
      <div className="grid gap-3 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
        <ChartCard
          title={t("trend.title")}
          unit={t("trend.unit")}
          periodLabel={t("trend.day")}
          kind="bars"
          data={{
            points,
            series: [
              {
                key: "uses",
                label: t(isFlow ? "trend.runs" : "trend.uses"),
                color: 1,
                values: data.days.map(({ uses }) => uses),
              },
            ],
            exact,
            axis: exact,
            whole: true,
          }}
        />
        <ChartCard
          title={t(isFlow ? "speed.duration" : "speed.firstToken")}
          unit={t("speed.unit")}
          periodLabel={t("trend.day")}
          kind="lines"
          data={{
            points,
            series: [
              {
                key: "median",
                label: t("speed.median"),
                color: 1,
                values: data.days.map(({ medianMs }) => inSeconds(medianMs)),
              },
              {
                key: "slow",
                label: t("speed.slow"),
                color: 4,
                values: data.days.map(({ slowMs }) => inSeconds(slowMs)),
              },
            ],
            exact: seconds,
            axis: seconds,
            whole: false,
          }}
        />
      </div>
      <div className={cn("grid gap-3", data.tools.length > 0 && "xl:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]")}>
        {data.tools.length > 0 && (
          <LazyMessages areas={["chat-more"]}>
            <Tools tools={data.tools} />
          </LazyMessages>
        )}
        {data.cohorts.length > 0 && <Cohorts cohorts={data.cohorts} />}
      </div>
    </div>
  );
}
