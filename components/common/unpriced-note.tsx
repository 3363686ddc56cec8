import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";

/** Says beside an amount of money how many calls are missing in it; nothing where none is. */
export function UnpricedNote({ count, className }: { count: number; className?: string }) {
  const t = useTranslations("common");
  if (count === 0) return null;
  return (
    <span className={cn("tnum whitespace-nowrap text-warning-ink text-xs", className)}>{t("unpriced", { count })}</span>
  );
}
