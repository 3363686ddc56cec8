"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { fromCron } from "@/lib/features/apps/schedules";

/** Days of the week by their numbers, 0 being Sunday. */
export function useWeekdays(): string[] {
  const locale = useLocale();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });
    // 4 January 1970 was a Sunday.
    return Array.from({ length: 7 }, (_, day) => format.format(new Date(Date.UTC(1970, 0, 4 + day))));
  }, [locale]);
}

/** A line of cron in words; what is none of the usual rhythms as it is. */
export function useScheduleWords(): (cron: string, timeZone: string) => string {
  const t = useTranslations("apps-runs.triggers");
  const weekdays = useWeekdays();
  return useCallback(
    (cron, timeZone) => {
      const { rhythm, time, weekday, day } = fromCron(cron);
      const words = { time, zone: timeZone, weekday: weekdays[weekday] ?? "", day, cron };
      return t(`words.${rhythm}`, words);
    },
    [t, weekdays],
  );
}
