"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useCallback } from "react";

/** "Today 10:21", "18 Nov", "18 Nov 2025" (design 10). */
export function useWhen(): (iso: string) => string {
  const format = useFormatter();
  const t = useTranslations("common");
  return useCallback(
    (iso) => {
      const date = new Date(iso);
      const day = (at: Date) => format.dateTime(at, { year: "numeric", month: "numeric", day: "numeric" });
      const now = new Date();
      if (day(date) === day(now)) {
        return t("today", { time: format.dateTime(date, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) });
      }
      const isThisYear = date.getFullYear() === now.getFullYear();
      return format.dateTime(date, { year: isThisYear ? undefined : "numeric", month: "short", day: "numeric" });
    },
    [format, t],
  );
}
