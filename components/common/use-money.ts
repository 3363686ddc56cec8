"use client";

import { useLocale } from "next-intl";
import { useCallback } from "react";
import { moneyText } from "@/lib/i18n/amounts";

/** Amounts of money in the reader's language; the decimals of a column come from `lib/i18n/amounts`. */
export function useMoney() {
  const locale = useLocale();
  return useCallback(
    (micros: number, currency: string, decimals?: number) => moneyText(locale, micros, currency, decimals),
    [locale],
  );
}
