import { TriangleAlert } from "lucide-react";
import type { CheckDto } from "@/lib/features/reports/dto";
import { type Format, useReportTexts } from "./format";

interface CheckLineProps {
  check: CheckDto | null;
  timeZone: string;
  format: Format;
}

/** Whether ledger and figures agreed when they were last compared. */
export function CheckLine({ check, timeZone, format }: CheckLineProps) {
  const t = useReportTexts();
  if (!check) return <p className="text-fg-3 text-xs">{t("check.none")}</p>;
  const { clock, isToday, full } = format.moment(check.checkedAt, timeZone);
  const when = isToday ? t("check.today", { time: clock }) : full;
  if (check.differences === 0) return <p className="tnum text-fg-3 text-xs">{t("check.ok", { when })}</p>;
  return (
    <p className="tnum flex items-center gap-1.5 text-warning-ink text-xs">
      <TriangleAlert aria-hidden size={13} />
      {t("check.differs", { when, day: format.day(check.day), count: check.differences })}
    </p>
  );
}
