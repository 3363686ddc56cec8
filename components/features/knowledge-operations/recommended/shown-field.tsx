"use client";

import { useTranslations } from "next-intl";
import { FilterMenu } from "@/components/common/filter-menu";
import { reportFailure } from "@/lib/client/report-failure";
import { toast } from "@/lib/client/toast";
import { RECOMMENDED_SHOWN_MAX } from "@/lib/features/knowledge-operations/gap-limits";
import { useRecommendedActions } from "@/lib/features/knowledge-operations/recommended-hooks";

/** How many questions people are offered at once. */
export function ShownField({ shown }: { shown: number }) {
  const t = useTranslations("knowledge-operations-gaps.recommended");
  const { settings } = useRecommendedActions();
  const options = Array.from({ length: RECOMMENDED_SHOWN_MAX + 1 }, (_, count) => String(count));
  const handleChange = (value: string) =>
    void settings
      .mutateAsync(Number(value))
      .then(() => toast.success(t("saved")))
      .catch(reportFailure);
  return (
    <FilterMenu
      label={t("shownAtOnce")}
      value={String(shown)}
      options={options.map((value) => ({ value, label: value }))}
      onChange={handleChange}
    />
  );
}
