"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { ErrorState } from "@/components/common/error-state";
import { ExportMenu } from "@/components/common/export-menu";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-class";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { Switch } from "@/components/ui/switch";
import { type Grain, lastOfMonth, type Range } from "@/lib/config/day-range";
import { isDay } from "@/lib/config/time";
import { type FilterName, recordsPath } from "@/lib/features/reports/address";
import { callsQuery, choicesQuery, exports } from "@/lib/features/reports/hooks";
import { overlapOf } from "@/lib/features/reports/period";
import { decimalsOf } from "@/lib/i18n/amounts";
import { CallRow } from "./call-row";
import { useFormat, useReportTexts } from "./format";

interface CallsDrawerProps {
  /** `all`, a day or the first day of a month of the chart, or the key of a row. */
  scope: string;
  range: Range;
  grain: Grain;
  filters: Partial<Record<FilterName, string>>;
  /** What a row's key filters. */
  rowFilter?: FilterName;
  currency: string;
  onClose: () => void;
}

const COUNT_MOST = 10_000;

/** Single model calls behind a bar or a row; loaded when it is first wanted. */
export function CallsDrawer(props: CallsDrawerProps) {
  const { scope, range, grain, filters, rowFilter, currency, onClose } = props;
  const t = useReportTexts();
  const common = useTranslations("common.state");
  const format = useFormat(currency);
  const switchId = useId();
  const [failed, setFailed] = useState(false);
  const days = isDay(scope) ? daysOf(scope, grain, range) : range;
  const row = rowFilter && scope !== "all" && !isDay(scope) ? { [rowFilter]: scope } : {};
  const wanted = { ...filters, ...row, ...days, failed };
  const query = useInfiniteQuery(callsQuery(wanted));
  const pages = query.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const total = pages[0]?.totalAtMost ?? 0;
  const recordsHref = pages[0]?.mayOpenRecords ? recordsPath(days, { ...filters, ...row }) : null;
  const name = useRowName(rowFilter, Object.values(row)[0]);
  const count = total >= COUNT_MOST ? t("calls.countMore", { count: COUNT_MOST }) : t("calls.count", { count: total });
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent
        size="large"
        title={name ? t("tokens.callsOf", { name }) : t("calls.title")}
        meta={format.range(days.from, days.to)}
        className="flex flex-col gap-3"
        footer={
          <>
            <p className="mr-auto text-fg-3 text-xs">{t("calls.privacy")}</p>
            {recordsHref && (
              <Link href={recordsHref} className={buttonClass("default", "sm", "shrink-0")}>
                {t("calls.records")}
              </Link>
            )}
          </>
        }
      >
        <div className="flex items-center gap-3">
          <span role="status" className="tnum text-fg-3 text-sm">
            {query.data ? count : query.isPending && common("loading")}
          </span>
          <label htmlFor={switchId} className="ml-auto flex items-center gap-2 text-sm">
            <Switch id={switchId} checked={failed} onCheckedChange={setFailed} />
            {t("calls.failedOnly")}
          </label>
          <ExportMenu onExport={(kind) => exports.calls(wanted, kind)} />
        </div>
        {query.isPending && <RowsSkeleton />}
        {query.isError && items.length === 0 && (
          <ErrorState description={t("failed")} onRetry={() => void query.refetch()} />
        )}
        {query.data && items.length === 0 && <p className="py-16 text-center text-fg-3 text-sm">{t("calls.empty")}</p>}
        {items.length > 0 && (
          <ul className="divide-y rounded-md border">
            {items.map((call) => (
              <CallRow
                decimals={decimalsOf(items.map(({ costMicros }) => costMicros))}
                key={call.id}
                call={call}
                timeZone={pages[0]!.timeZone}
                format={format}
                canOpenRecords={pages[0]!.mayOpenRecords}
              />
            ))}
          </ul>
        )}
        {query.hasNextPage && (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
            {t("calls.more")}
          </Button>
        )}
      </SheetContent>
    </Sheet>
  );
}

/** The name of the row whose calls are shown. */
function useRowName(kind: FilterName | undefined, key: string | undefined): string | undefined {
  const t = useReportTexts();
  const query = useQuery({
    ...choicesQuery(kind ?? "app", { id: key }),
    enabled: Boolean(kind && key && kind !== "app"),
  });
  if (!kind || !key) return undefined;
  return kind === "app" ? t.app(key) : query.data?.items[0]?.name || undefined;
}

function RowsSkeleton() {
  return (
    <div aria-hidden className="space-y-4 py-2">
      {["w-2/3", "w-1/2", "w-3/5", "w-2/3", "w-1/2"].map((width, index) => (
        <Skeleton key={width + String(index)} className={`h-8 ${width}`} />
      ))}
    </div>
  );
}

/** A period of the chart, not beyond what the report shows. */
function daysOf(first: string, grain: Grain, range: Range): Range {
  return overlapOf({ from: first, to: grain === "month" ? lastOfMonth(first) : first }, range);
}
