import { useTranslations } from "next-intl";
import { SCHEDULES } from "@/lib/features/search/sources/schema";

/** How often a source is read, in words. */
export function usePlan(): (everyHours: number) => string {
  const t = useTranslations("search-sources.plan");
  return (hours) => {
    const known = SCHEDULES.find((one) => one === hours);
    return known === undefined ? t("hours", { hours }) : t(`${known}`);
  };
}
