"use client";

import { useTranslations } from "next-intl";

/** What a key of the error catalogue says: a word for a row, a sentence for a line of its own. */
export function useReason(): (key: string | null) => { short: string; full: string } {
  const t = useTranslations("tools.reason");
  const e = useTranslations("errors");
  return (key) => {
    const short = key !== null && t.has(key as "other") ? t(key as "other") : t("other");
    return { short, full: key !== null && e.has(key as "unknown") ? e(key as "unknown") : short };
  };
}
