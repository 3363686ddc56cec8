"use client";

import { useTranslations } from "next-intl";
import type { ParseStateDto } from "@/lib/parsing/types";

/** "12 pages", "8 slides", "3 sheets"; a dash where there is nothing to count yet. */
export function usePartCount(): (parse: ParseStateDto) => string {
  const t = useTranslations("documents.parts");
  return ({ parts, partKind }) =>
    partKind && partKind !== "section" && parts > 0 ? t(partKind, { count: parts }) : "–";
}
