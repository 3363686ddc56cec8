import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";

const ROWS = [1, 0.93, 0.86, 0.79, 0.72, 0.65, 0.58, 0.51];

const LIST_ROW =
  "max-md:h-16 max-md:flex-col max-md:justify-center max-md:gap-2 max-md:px-4 md:h-11 md:items-center md:gap-6";
const bar = (column: number) => (column === 0 ? "w-48" : "w-20 md:ml-auto");

/** Rows that are on their way, in the table's own layout; `isList`: entries of two lines on a phone. */
export function TableSkeleton({ columns, isList = false }: { columns: number; isList?: boolean }) {
  const t = useTranslations("common.state");
  return (
    <div role="status" aria-label={t("loading")} className="min-h-0 flex-1 overflow-hidden">
      <div className={cn("h-9 border-b bg-subtle", isList && "max-md:hidden")} />
      {ROWS.map((opacity) => (
        <div
          key={opacity}
          className={cn("flex border-b px-5", isList ? LIST_ROW : "h-11 items-center gap-6")}
          style={{ opacity }}
        >
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars without identity
            <Skeleton key={column} className={cn(bar(column), isList && column > 1 && "max-md:hidden")} />
          ))}
        </div>
      ))}
    </div>
  );
}
