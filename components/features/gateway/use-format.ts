"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useMoments } from "@/components/common/use-moments";
import { useMoney } from "@/components/common/use-money";

/** Figures and moments as this screen writes them. */
export function useFormat() {
  const format = useFormatter();
  const moments = useMoments();
  const money = useMoney();
  const t = useTranslations("gateway.unit");
  return {
    number: (value: number) => format.number(value),
    percent: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 }),
    /** With every decimal an amount has, six at most, or those of its column. */
    money,
    moment: (iso: string) => moments.second(iso),
    clock: (iso: string) => moments.clockToSecond(iso),
    /** A calendar day, the same in every time zone. */
    day: (day: string) => moments.calendarDay(day),
    duration: (ms: number) =>
      ms < 1000
        ? t("ms", { value: ms })
        : t("s", { value: format.number(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 }) }),
  };
}
