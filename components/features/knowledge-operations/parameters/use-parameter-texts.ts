"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import type { RetrievalSettings } from "@/lib/config/knowledge-retrieval";
import { baseModelsQuery } from "@/lib/features/knowledge/hooks";
import type { RetrievalField } from "@/lib/features/knowledge/retrieval-problems";

const MODELS = ["rerankModelId", "rewriteModelId", "filterModelId", "selectModelId"] as const;
const isModel = (name: RetrievalField): name is (typeof MODELS)[number] =>
  MODELS.includes(name as (typeof MODELS)[number]);

/** What parameters are called and how their values read; of a model the person may not use no name. */
export function useParameterTexts() {
  const t = useTranslations("knowledge-settings.field");
  const p = useTranslations("knowledge-operations-tests.parameters");
  const locale = useLocale();
  const { data: models } = useQuery(baseModelsQuery);
  const languages = new Intl.DisplayNames([locale], { type: "language" });
  const nameOf = (id: string) =>
    [...(models?.rerank ?? []), ...(models?.chat ?? [])].find((model) => model.id === id)?.name ??
    (models ? t("foreignModel") : "–");
  return {
    label: (name: RetrievalField) => t(`${name}.label`),
    value: (name: RetrievalField, settings: RetrievalSettings): string => {
      if (name === "mode") return t(`mode.${settings.mode}`);
      if (name === "rewriteLanguage")
        return settings.rewriteLanguage
          ? (languages.of(settings.rewriteLanguage) ?? settings.rewriteLanguage)
          : t("rewriteLanguage.none");
      if (isModel(name)) {
        const id = settings[name];
        return id === null ? t(`${name}.none`) : nameOf(id);
      }
      if (name === "rewriteEnabled") return p(settings.rewriteEnabled ? "yes" : "no");
      return new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(settings[name]);
    },
  };
}
