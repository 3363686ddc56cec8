"use client";

import { useLocale, useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import type { CategoryDto } from "@/lib/features/prompts/dto";
import type { AdminFilter } from "@/lib/features/prompts/hooks";
import { PROMPT_STATUS, PROMPT_TYPES, PROMPT_VISIBILITY } from "@/lib/prompts/kinds";
import { categoryName } from "../category-icon";

interface PromptFiltersProps {
  filter: AdminFilter;
  categories: readonly CategoryDto[];
  onFilter: (patch: Partial<AdminFilter>) => void;
}

/** Type, category, status, visibility and origin. */
export function PromptFilters({ filter, categories, onFilter }: PromptFiltersProps) {
  const t = useTranslations("prompts");
  const locale = useLocale();
  const all = { value: "all", label: t("console.all") };
  return (
    <>
      <FilterMenu
        label={t("field.type")}
        value={filter.type}
        options={[all, ...PROMPT_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))]}
        onChange={(type) => onFilter({ type: type as AdminFilter["type"] })}
      />
      <FilterMenu
        label={t("field.category")}
        value={filter.categoryId}
        options={[
          all,
          ...categories.map((category) => ({ value: category.id, label: categoryName(category, locale) })),
        ]}
        onChange={(categoryId) => onFilter({ categoryId })}
      />
      <FilterMenu
        label={t("field.status")}
        value={filter.status}
        options={[
          all,
          ...PROMPT_STATUS.filter((value) => value !== "draft").map((value) => ({
            value,
            label: t(`status.${value}`),
          })),
        ]}
        onChange={(status) => onFilter({ status: status as AdminFilter["status"] })}
      />
      <FilterMenu
        label={t("field.visibility")}
        value={filter.visibility}
        options={[
          all,
          ...PROMPT_VISIBILITY.filter((value) => value !== "self").map((value) => ({
            value,
            label: t(`visibility.${value}`),
          })),
        ]}
        onChange={(visibility) => onFilter({ visibility: visibility as AdminFilter["visibility"] })}
      />
      <FilterMenu
        label={t("console.origin")}
        value={filter.origin}
        options={[
          all,
          ...(["organisation", "people"] as const).map((value) => ({ value, label: t(`console.${value}`) })),
        ]}
        onChange={(origin) => onFilter({ origin: origin as AdminFilter["origin"] })}
      />
    </>
  );
}
