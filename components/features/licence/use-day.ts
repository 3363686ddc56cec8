"use client";

import { useFormatter } from "next-intl";

/** A day as people write it. */
export function useDay() {
  const format = useFormatter();
  return (iso: string) => format.dateTime(new Date(iso), { year: "numeric", month: "long", day: "numeric" });
}
