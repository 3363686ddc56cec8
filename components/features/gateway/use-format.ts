"use client";

import { useFormatter, useTranslations } from "next-intl";
import { MICROS } from "@/lib/config/money";
import { TO_SECOND } from "@/lib/i18n/moments";

/** Figures and moments as this screen writes them. */
export function useFormat() {
  const format = useFormatter();
  const t = useTranslations("gateway.unit");
  return {
    number: (value: number) => format.number(value),
    percent: (share: number) => format.number(share, { style: "percent", maximumFractionDigits: 1 }),
    /** With every decimal an amount has, six at most. */
    money: (micros: number, currency: string) =>
      format.number(micros / MICROS, {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        maximumFractionDigits: 6,
      }),
    moment: (iso: string) => format.dateTime(new Date(iso), TO_SECOND),
    clock: (iso: string) =>
      format.dateTime(new Date(iso), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }),
    /** A calendar day, the same in every time zone. */
    day: (day: string) =>
      format.dateTime(new Date(`${day}T00:00:00Z`), {
        year: "numeric",
        month: "short",
        day: "numeric",
        timeZone: "UTC",
      }),
    duration: (ms: number) =>
      ms < 1000
        ? t("ms", { value: ms })
        : t("s", { value: format.number(ms / 1000, { maximumFractionDigits: 1, minimumFractionDigits: 1 }) }),
  };
}
