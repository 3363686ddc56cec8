"use client";

import { useFormatter, useTranslations } from "next-intl";
import { ChartCard } from "@/components/charts/chart-card";
import { useMoments } from "@/components/common/use-moments";
import type { UsageDto } from "@/lib/features/knowledge-operations/usage-dto";

/** Questions by day, answered and not; also as a table. */
export function TrendCard({ series, onExport }: { series: UsageDto["series"]; onExport: () => void }) {
  const t = useTranslations("knowledge-operations-usage.trend");
  const format = useFormatter();
  const moments = useMoments();
  const exact = (value: number) => format.number(value);
  const points = series.map(({ day }) => ({
    key: day,
    axis: moments.calendarDay(day),
    label: moments.calendarDay(day),
  }));
  return (
    <ChartCard
      title={t("title")}
      unit={t("unit")}
      periodLabel={t("day")}
      kind="bars"
      data={{
        points,
        series: [
          { key: "answered", label: t("answered"), color: 1, values: series.map(({ answered }) => answered) },
          { key: "missed", label: t("missed"), color: 5, values: series.map(({ missed }) => missed) },
        ],
        exact,
        axis: exact,
        whole: true,
      }}
      onExport={onExport}
    />
  );
}
