"use client";

import { ChevronDown } from "lucide-react";
import { LazyMenu } from "@/components/common/lazy-menu";
import { METRICS, type Metric } from "@/lib/features/reports/address";
import { useReportTexts } from "./format";

/** Chooses what a chart tells of. */
export function MetricMenu({ metric, onChange }: { metric: Metric; onChange: (metric: Metric) => void }) {
  const t = useReportTexts();
  return (
    <LazyMenu
      choice={{
        value: metric,
        onValueChange: (value) => onChange(value as Metric),
        options: METRICS.map((value) => ({ value, label: t(`metric.${value}`) })),
      }}
      button={(handlers) => (
        <button
          type="button"
          aria-label={t("metric.label")}
          data-tooltip={t("metric.label")}
          {...handlers}
          className="-ml-2 grid size-6 place-items-center rounded-xs text-fg-3 hover:bg-muted hover:text-fg pointer-coarse:size-11"
        >
          <ChevronDown aria-hidden size={15} />
        </button>
      )}
    />
  );
}
