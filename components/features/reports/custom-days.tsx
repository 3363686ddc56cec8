"use client";

import { useId, useState } from "react";
import type { PeriodState } from "@/lib/features/reports/address";
import { isCustomRange, isDay } from "@/lib/features/reports/period";
import { useReportTexts } from "./format";

interface CustomDaysProps {
  from: string;
  to: string;
  onChange: (patch: Partial<PeriodState>) => void;
}

/** First and last day of a period of one's own; taken over once both make sense. */
export function CustomDays({ from, to, onChange }: CustomDaysProps) {
  const t = useReportTexts();
  const id = useId();
  const [days, setDays] = useState({ from, to });
  const isWrong = !isCustomRange(days);
  const handle = (patch: Partial<typeof days>) => {
    const next = { ...days, ...patch };
    setDays(next);
    if (isDay(next.from) && isDay(next.to) && isCustomRange(next)) onChange(next);
  };
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      {(["from", "to"] as const).map((end) => (
        <label key={end} className="flex items-center gap-2 text-fg-3">
          {t(`period.${end}`)}
          <input
            type="date"
            value={days[end]}
            min="2000-01-01"
            max="2999-12-31"
            required
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? id : undefined}
            onChange={(event) => handle({ [end]: event.target.value })}
            className="h-8 rounded-sm border border-border-strong bg-background px-2 text-fg aria-invalid:border-danger pointer-coarse:h-11 dark:[color-scheme:dark]"
          />
        </label>
      ))}
      {isWrong && (
        <span id={id} role="alert" className="text-danger-ink text-xs">
          {t("period.wrong")}
        </span>
      )}
    </div>
  );
}
