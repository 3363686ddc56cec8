"use client";

import { useFormatter } from "next-intl";
import { useCallback } from "react";

/** As limits are counted (spec 9: 50M), and as most people see sizes on their machine. */
const KILO = 1024;

/** "4.8 MB", as the interface's language writes it. */
export function useBytes(): (bytes: number) => string {
  const format = useFormatter();
  return useCallback(
    (bytes) => {
      const isSmall = bytes < KILO * KILO;
      const value = isSmall ? Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / KILO)) : bytes / KILO ** 2;
      return format.number(value, {
        style: "unit",
        unit: isSmall ? "kilobyte" : "megabyte",
        maximumFractionDigits: isSmall ? 0 : 1,
      });
    },
    [format],
  );
}
