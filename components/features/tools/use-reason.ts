"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";

/** What a key of the error catalogue says: a word for a row, a sentence for a line of its own. */
export function useReason(): (key: string | null) => { short: string; full: string } {
  const t = useTranslations("tools.reason");
  const errorText = useErrorText();
  return (key) => {
    const short = key !== null && t.has(key as "other") ? t(key as "other") : t("other");
    return { short, full: key === null ? short : errorText(key) };
  };
}
