"use client";

import { CalendarDays } from "lucide-react";
import { FilterTrigger } from "@/components/common/filter-trigger";
import { LazyMenu } from "@/components/common/lazy-menu";
import { Segmented } from "@/components/ui/segmented";
import { GRAINS, type Range } from "@/lib/config/day-range";
import type { PeriodState } from "@/lib/features/reports/address";
import { PERIODS, type Period } from "@/lib/features/reports/period";
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
          <FilterTrigger aria-label={`${t("period.label")}: ${t(`period.${state.period}`)}`} {...handlers}>
            <CalendarDays aria-hidden size={15} strokeWidth={1.75} className="text-fg-2" />
            {t(`period.${state.period}`)}
          </FilterTrigger>
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
