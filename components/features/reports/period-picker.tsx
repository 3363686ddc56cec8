"use client";

import { CalendarDays, ChevronDown } from "lucide-react";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Segmented } from "@/components/ui/segmented";
import type { PeriodState } from "@/lib/features/reports/address";
import { GRAINS, PERIODS, type Period, type Range } from "@/lib/features/reports/period";
import { useReportTexts } from "./format";

interface PeriodPickerProps {
  state: PeriodState;
  /** The days shown now: where a period of one's own begins. */
  range: Range;
  onChange: (patch: Partial<PeriodState>) => void;
}

/** Which days, and by day or by month. */
export function PeriodPicker({ state, range, onChange }: PeriodPickerProps) {
  const t = useReportTexts();
  const handlePeriod = (period: Period) =>
    onChange(period === "custom" ? { period, ...range } : { period, from: undefined, to: undefined });
  return (
    <>
      <LazyMenu
        choice={{
          value: state.period,
          onValueChange: (value) => handlePeriod(value as Period),
          options: PERIODS.map((value) => ({ value, label: t(`period.${value}`) })),
        }}
        button={(handlers) => (
          <button
            type="button"
            aria-label={`${t("period.label")}: ${t(`period.${state.period}`)}`}
            {...handlers}
            className="inline-flex h-8 items-center gap-2 whitespace-nowrap rounded-sm border border-border-strong bg-background px-2.5 text-sm shadow-xs hover:bg-subtle pointer-coarse:h-11"
          >
            <CalendarDays aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
            {t(`period.${state.period}`)}
            <ChevronDown aria-hidden size={14} className="text-fg-3" />
          </button>
        )}
      />
      <Segmented
        aria-label={t("grain.label")}
        value={state.grain}
        onValueChange={(grain) => onChange({ grain })}
        options={GRAINS.map((value) => ({ value, label: t(`grain.${value}`) }))}
      />
    </>
  );
}
