"use client";

import { useTranslations } from "next-intl";
import type { CitationPlace } from "@/lib/citations/dto";

/** Says where a quote stands: "p. 4", "slide 2", "Prices, C12", "paragraph 7". */
export function usePlace(): (place: CitationPlace) => string {
  const t = useTranslations("chat.sources.place");
  return ({ kind, part, name, cell, paragraph }) => {
    if (kind === "page") return t("page", { page: name || String(part) });
    if (kind === "slide") return t("slide", { slide: String(part) });
    if (kind === "sheet") {
      const sheet = name || String(part);
      return cell ? t("cell", { sheet, cell }) : t("sheet", { sheet });
    }
    return paragraph ? t("paragraph", { paragraph: String(paragraph) }) : "";
  };
}
