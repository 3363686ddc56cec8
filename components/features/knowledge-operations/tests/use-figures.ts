"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";

const SIGNED = { signDisplay: "exceptZero" } as const;

/** How figures of a test read: shares as per cent, scores with two digits, differences with their sign. */
export function useFigures() {
  const locale = useLocale();
  return useMemo(() => {
    const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
    const scores = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const signed = new Intl.NumberFormat(locale, { ...SIGNED, minimumFractionDigits: 3, maximumFractionDigits: 3 });
    return {
      share: (value: number) => percent.format(value),
      score: (value: number) => scores.format(value),
      difference: (value: number) => signed.format(value).replace("-", "−"),
    };
  }, [locale]);
}
