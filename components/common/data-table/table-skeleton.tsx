import { useTranslations } from "next-intl";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.51];

/** Rows that are on their way, in the table's own layout. */
export function TableSkeleton({ columns }: { columns: number }) {
  const t = useTranslations("common.state");
  return (
    <div role="status" aria-label={t("loading")} className="min-h-0 flex-1 overflow-hidden">
      <div className="h-9 border-b bg-subtle" />
      {ROWS.map((opacity) => (
        <div key={opacity} className="flex h-11 items-center gap-6 border-b px-5" style={{ opacity }}>
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
            <Skeleton key={column} className={column === 0 ? "w-48" : "ml-auto w-20"} />
          ))}
        </div>
      ))}
    </div>
  );
}
