"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

/** Stands behind a sentence that names no source and that nothing which was read bears out (spec C3). */
export function UncitedMark() {
  const t = useTranslations("chat.sources");
  return (
    <span
      data-tooltip={t("uncitedText")}
      className="mx-1 inline-flex items-center gap-1 rounded-sm bg-warning-soft px-1.5 align-[1px] text-warning-ink text-xs leading-5"
    >
      <TriangleAlert aria-hidden size={12} />
      {t("uncited")}
    </span>
  );
}
