import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = ["w-56", "w-40", "w-64", "w-72", "w-44", "w-52", "w-40", "w-60"];

/** A panel that is being loaded: top bar, toolbar and rows in their places; invisible for the first 200 ms. */
export function PanelSkeleton() {
  const t = useTranslations("common.state");
  return (
    <div role="status" aria-label={t("loading")} className="flex min-h-0 flex-1 flex-col overflow-hidden">
      <div className="flex h-(--h-topbar) shrink-0 items-center gap-3 border-b px-5">
        <Skeleton className="h-4 w-36" />
        <Skeleton className="ml-auto h-8 w-24" />
      </div>
      <div className="flex shrink-0 items-center gap-2 px-5 py-3">
        <Skeleton className="h-8 w-55" />
        <Skeleton className="h-8 w-40 max-md:hidden" />
      </div>
      {ROWS.map((width, index) => (
        <div key={width + String(index)} className="flex h-11 shrink-0 items-center gap-4 border-b px-5">
          <Skeleton className="size-4" />
          <Skeleton className={width} />
          <Skeleton className="ml-auto w-24 max-md:hidden" />
        </div>
      ))}
    </div>
  );
}
