"use client";

import { useId, useState } from "react";
import { DateInput } from "@/components/common/date-input";
import { isDay } from "@/lib/config/time";
import type { PeriodState } from "@/lib/features/reports/address";
import { isCustomRange } from "@/lib/features/reports/period";
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
        <div key={end} className="flex items-center gap-2 text-fg-3">
          <label htmlFor={`${id}-${end}`}>{t(`period.${end}`)}</label>
          <DateInput
            id={`${id}-${end}`}
            soft
            value={days[end]}
            min="2000-01-01"
            max="2999-12-31"
            required
            invalid={isWrong}
            aria-describedby={isWrong ? id : undefined}
            onValueChange={(day) => handle({ [end]: day })}
            className="w-36 text-fg"
          />
        </div>
      ))}
      {isWrong && (
        <span id={id} role="alert" className="text-danger-ink text-xs">
          {t("period.wrong")}
        </span>
      )}
    </div>
  );
}
