import type { ChartData, ChartSeries } from "@/components/charts/types";
import type { Grain } from "@/lib/config/day-range";
import { MICROS } from "@/lib/config/money";
import type { Metric } from "@/lib/features/reports/address";
import type { Figures, SeriesPoint } from "@/lib/features/reports/dto";
import type { ReportTexts } from "@/lib/features/reports/label";
import { type Format, scaleOf } from "./format";

interface Line {
  key: string;
  color: ChartSeries["color"];
  value: (figures: Figures) => number | null;
}

const LINES: Record<Metric, readonly Line[]> = {
  tokens: [
    { key: "input", color: 1, value: (figures) => figures.inputTokens },
    { key: "output", color: 2, value: (figures) => figures.outputTokens },
  ],
  questions: [
    { key: "questions", color: 1, value: (figures) => figures.questions },
    { key: "sessions", color: 4, value: (figures) => figures.sessions },
  ],
  cost: [{ key: "cost", color: 1, value: (figures) => figures.costMicros }],
  images: [{ key: "images", color: 1, value: (figures) => figures.images }],
  failed: [{ key: "failed", color: 5, value: (figures) => figures.failed }],
  latency: [
    { key: "p50", color: 1, value: (figures) => figures.firstTokenP50 },
    { key: "mean", color: 4, value: (figures) => figures.firstTokenMs },
    { key: "p95", color: 5, value: (figures) => figures.firstTokenP95 },
  ],
};

/** Parts of one whole are stacked; what is no sum is drawn as lines. */
export function kindOf(metric: Metric): "bars" | "lines" {
  return metric === "questions" || metric === "latency" ? "lines" : "bars";
}

/** A chart of one metric, with its unit. */
export function chartOf(
  series: readonly SeriesPoint[],
  { metric, grain, currency }: { metric: Metric; grain: Grain; currency: string },
  format: Format,
  t: ReportTexts,
): { data: ChartData; unit: string } {
  const lines = LINES[metric];
  const stacked = kindOf(metric) === "bars";
  const highest = Math.max(
    0,
    ...series.map(({ figures }) => {
      const values = lines.map(({ value }) => value(figures) ?? 0);
      return stacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
    }),
  );
  const scale = metric === "cost" ? { unit: "one", factor: MICROS } : scaleOf(highest);
  const isTime = metric === "latency";
  const exact = { cost: format.exactMoney, latency: format.time }[metric as string] ?? format.whole;
  const unit = {
    tokens: t(scale.unit === "one" ? "unit.tokens" : `unit.${scale.unit}Tokens`),
    cost: currency,
    latency: t("unit.seconds"),
    questions: t(scale.unit === "one" ? "unit.times" : `unit.${scale.unit}`),
    images: t(scale.unit === "one" ? "unit.pictures" : `unit.${scale.unit}`),
    failed: t(scale.unit === "one" ? "unit.times" : `unit.${scale.unit}`),
  }[metric];
  return {
    unit,
    data: {
      points: series.map(({ period }) => ({ key: period, ...format.point(period, grain) })),
      series: lines.map(({ key, color, value }) => ({
        key,
        color,
        label: t(`series.${key}`),
        values: series.map(({ figures }) => value(figures)),
      })),
      exact,
      axis: (value) => format.scaled(value / (isTime ? 1000 : scale.factor)),
      whole: !isTime && metric !== "cost",
    },
  };
}
