"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ChartCard } from "@/components/charts/chart-card";
import { useToolName } from "@/components/chat/use-tool-name";
import { ErrorState } from "@/components/common/error-state";
import { FilterMenu } from "@/components/common/filter-menu";
import { LazyMessages } from "@/components/common/lazy-messages";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";
import type { AnalysisDto, AppDetailDto } from "@/lib/features/apps/dto";
import { analysisQuery } from "@/lib/features/apps/hooks";
import { ANALYSIS_DAYS } from "@/lib/features/apps/schema";

/** How an app is used: people, questions, tokens, money, time, what people think of it, its tools. Nobody's words. */
export function Analysis({ app }: { app: AppDetailDto }) {
  const t = useTranslations("apps-editor.analysis");
  const [days, setDays] = useState<number>(30);
  const query = useQuery(analysisQuery(app.id, days));
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 md:px-5">
      <div className="mb-4 flex items-center gap-2">
        <FilterMenu
          label={t("days.label")}
          value={String(days)}
          options={ANALYSIS_DAYS.map((value) => ({ value: String(value), label: t("days.last", { count: value }) }))}
          onChange={(value) => setDays(Number(value))}
        />
        <p className="text-fg-3 text-xs">{t("note")}</p>
      </div>
      {query.data ? (
        <Figures data={query.data} isBusy={query.isPlaceholderData} />
      ) : query.isError ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : (
        <PanelSkeleton />
      )}
    </div>
  );
}

function Figures({ data, isBusy }: { data: AnalysisDto; isBusy: boolean }) {
  const t = useTranslations("apps-editor.analysis");
  const format = useFormatter();
  const money = useMoney();
  const moments = useMoments();
  const share = (part: number, whole: number) =>
    whole === 0 ? "–" : format.number(part / whole, { style: "percent", maximumFractionDigits: 0 });
  const seconds = (ms: number | null) =>
    ms === null ? "–" : t("seconds", { value: format.number(ms / 1000, { maximumFractionDigits: 1 }) });
  const exact = (value: number) => format.number(value);
  const figures = [
    [
      "people",
      exact(data.people),
      data.earlier > 0 ? t("returned", { share: share(data.returned, data.earlier) }) : "",
    ],
    ["uses", exact(data.uses), t("begun", { count: data.begun })],
    [
      "tokens",
      exact(data.inputTokens + data.outputTokens),
      t("tokensOf", { input: exact(data.inputTokens), output: exact(data.outputTokens) }),
    ],
    ["cost", data.cost ? money(data.cost.micros, data.cost.currency) : "–", ""],
    ["firstToken", seconds(data.firstTokenMs), t("total", { time: seconds(data.durationMs) })],
    ["rating", exact(data.likes), t("dislikes", { count: data.dislikes })],
    ["unanswered", exact(data.unanswered), share(data.unanswered, data.answers)],
    ["failed", exact(data.failed), share(data.failed, data.answers)],
  ] as const;
  return (
    <div aria-busy={isBusy} className="space-y-4">
      <dl className="grid grid-cols-2 overflow-hidden rounded-md border md:grid-cols-4">
        {figures.map(([key, value, note]) => (
          <div key={key} className="-mr-px -mb-px min-w-0 border-r border-b px-4 py-3">
            <dt className="truncate text-fg-3 text-sm">{t(`figure.${key}`)}</dt>
            <dd className="tnum mt-0.5 truncate font-semibold text-[22px] leading-8 tracking-tight">{value}</dd>
            <dd className="tnum min-h-4.5 truncate text-fg-3 text-xs">{note}</dd>
          </div>
        ))}
      </dl>
      <ChartCard
        title={t("trend.title")}
        unit={t("trend.unit")}
        periodLabel={t("trend.day")}
        kind="bars"
        isBusy={isBusy}
        data={{
          points: data.days.map(({ day }) => ({
            key: day,
            axis: moments.calendarDay(day),
            label: moments.calendarDay(day),
          })),
          series: [
            { key: "uses", label: t("trend.uses"), color: 1, values: data.days.map(({ uses }) => uses) },
            { key: "people", label: t("trend.people"), color: 3, values: data.days.map(({ people }) => people) },
          ],
          exact,
          axis: exact,
          whole: true,
        }}
      />
      {data.tools.length > 0 && (
        <LazyMessages areas={["chat-more"]}>
          <Tools tools={data.tools} />
        </LazyMessages>
      )}
    </div>
  );
}

function Tools({ tools }: { tools: AnalysisDto["tools"] }) {
  const t = useTranslations("apps-editor.analysis.tools");
  const nameOf = useToolName();
  return (
    <section aria-label={t("title")} className="rounded-md border p-4">
      <h2 className="mb-2 font-semibold text-base">{t("title")}</h2>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b text-left text-fg-3 text-xs">
            <th className="py-1.5 font-normal">{t("name")}</th>
            <th className="py-1.5 text-right font-normal">{t("calls")}</th>
            <th className="py-1.5 text-right font-normal">{t("failures")}</th>
          </tr>
        </thead>
        <tbody>
          {tools.map(({ name, title, calls, failures }) => (
            <tr key={name} className="border-b last:border-0">
              <td className="py-2">{nameOf({ name, title: title ?? undefined })}</td>
              <td className="tnum py-2 text-right">{calls}</td>
              <td className={`tnum py-2 text-right ${failures > 0 ? "text-danger-ink" : ""}`}>{failures}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
