"use client";

import { useTranslations } from "next-intl";
import { TRASH_DAYS } from "@/lib/features/knowledge/limits";

const DAY_MS = 24 * 3_600_000;

/** How long something stays in the trash before it goes for good. */
export function useDaysLeft(): (deletedAt: string) => string {
  const t = useTranslations("knowledge");
  return (deletedAt) => {
    const left = Date.parse(deletedAt) + TRASH_DAYS * DAY_MS - Date.now();
    return t("daysLeft", { count: Math.max(0, Math.ceil(left / DAY_MS)) });
  };
}
