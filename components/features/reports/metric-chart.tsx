"use client";

import type { ComponentProps } from "react";
import { ChartCard } from "@/components/charts/chart-card";
import type { Metric } from "@/lib/features/reports/address";
import { type chartOf, kindOf } from "./chart-data";
import { useReportTexts } from "./format";
import { MetricMenu } from "./metric-menu";

interface MetricChartProps extends Pick<ComponentProps<typeof ChartCard>, "onPick" | "onExport"> {
  metric: Metric;
  chart: ReturnType<typeof chartOf>;
  onMetric: (metric: Metric) => void;
}

/** One figure over time, and the choice of which. */
export function MetricChart({ metric, chart, onMetric, ...rest }: MetricChartProps) {
  const t = useReportTexts();
  return (
    <ChartCard
      {...rest}
      title={t(`metric.${metric}`)}
      unit={chart.unit}
      periodLabel={t("chart.period")}
      data={chart.data}
      kind={kindOf(metric)}
      tools={<MetricMenu metric={metric} onChange={onMetric} />}
      pickHint={t("chart.pick")}
    />
  );
}
