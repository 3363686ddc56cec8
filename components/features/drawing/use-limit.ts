"use client";

import { useTranslations } from "next-intl";
import type { DrawingOptionsDto } from "@/lib/features/drawing/dto";

/** What is left of the day, in words; `refusal` says why so many pictures cannot be drawn now (spec E4). */
export function useLimit(limit: DrawingOptionsDto["limit"] | undefined) {
  const t = useTranslations("drawing.limit");
  const most = limit?.most ?? null;
  const left = most === null ? null : Math.max(0, most - (limit?.used ?? 0));
  return {
    most,
    left,
    text: left === null || most === null ? null : t("left", { left, most }),
    refusal: (count: number) => {
      if (left === null || count <= left) return null;
      return left === 0 ? t("used") : t("tooFew", { left });
    },
  };
}
