"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useCallback, useMemo } from "react";
import { type Moments, momentsOf } from "@/lib/i18n/moments";

/** How moments read, in the reader's language and the organisation's time zone. */
export function useMoments(): Moments {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return useMemo(() => momentsOf(locale, timeZone), [locale, timeZone]);
}

/** "Today 10:21", "18 Nov", "18 Nov 2025" (design 10): for what stands by itself, such as a cell of a list. */
export function useWhen(): (iso: string) => string {
  const moments = useMoments();
  const t = useTranslations("common");
  return useCallback(
    (iso) => (moments.isToday(iso) ? t("today", { time: moments.clock(iso) }) : moments.day(iso)),
    [moments, t],
  );
}

/** "Today 10:21", "18 Nov 10:21": as `useWhen`, for where the minute of earlier days is told too. */
export function useMinute(): (iso: string) => string {
  const moments = useMoments();
  const t = useTranslations("common");
  return useCallback(
    (iso) => (moments.isToday(iso) ? t("today", { time: moments.clock(iso) }) : moments.minute(iso)),
    [moments, t],
  );
}
