"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/components/common/use-error-text";

/** What a key of the error catalogue says: a word for a row, a sentence for a line of its own. */
export function useReason(): (key: string | null) => { short: string; full: string } {
  const t = useTranslations("gateway.reason");
  const errorText = useErrorText();
  return (key) => {
    const short = key !== null && t.has(key as "other") ? t(key as "other") : t("other");
    // The catalogue sends people to their administrator, who reads this.
    if (key !== null && t.has(`full.${key}` as "full.supplierQuota")) {
      return { short, full: t(`full.${key}` as "full.supplierQuota") };
    }
    return { short, full: key === null ? short : errorText(key) };
  };
}
