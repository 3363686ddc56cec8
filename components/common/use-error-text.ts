"use client";

import { useTranslations } from "next-intl";
import { type Figures, wholeFigures } from "@/lib/i18n/figures";

/**
 * What a key of the error catalogue says, with the figures it came with. A key nobody knows, none at all, and a text that
 * lacks a figure it cannot do without, is an unknown error.
 */
export function useErrorText(): (key: string | null | undefined, args?: Figures) => string {
  const t = useTranslations("errors");
  return (key, args = {}) => {
    const figures = key && t.has(key as "unknown") ? wholeFigures(t.raw(key as "unknown"), args) : null;
    return figures ? t(key as "unknown", figures as never) : t("unknown");
  };
}
