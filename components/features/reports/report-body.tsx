"use client";

import type { ComponentProps, ReactNode } from "react";
import { EmptyState } from "@/components/common/empty-state";
import { cn } from "@/components/ui/cn";
import { CustomDays } from "./custom-days";
import { useReportTexts } from "./format";
import { ReportFailureStrip } from "./report-failure-strip";

interface ReportBodyProps {
  query: { isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown };
  /** Period and what else the top bar has no room for on a phone. */
  controls: ReactNode;
  /** The days of a period of one's own, and what changes them. */
  days: ComponentProps<typeof CustomDays> | null;
  isEmpty: boolean;
  /** Below the figures, also where there are none. */
  end?: ReactNode;
  children: ReactNode;
}

/** What stands below the top bar of a report: the period, then its figures, dimmed while others are on their way. */
export function ReportBody({ query, controls, days, isEmpty, end, children }: ReportBodyProps) {
  const t = useReportTexts();
  return (
    <>
      {query.isError && <ReportFailureStrip onRetry={() => void query.refetch()} />}
      <div
        aria-busy={query.isFetching}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4 [&>*]:shrink-0 md:p-5"
      >
        <div className="flex flex-wrap items-center gap-2 md:hidden">{controls}</div>
        {days && <CustomDays {...days} />}
        {isEmpty ? (
          <EmptyState title={t("empty.title")} description={t("empty.description")} />
        ) : (
          <div
            className={cn("flex flex-col gap-4", query.isPlaceholderData && "opacity-60 transition-opacity delay-200")}
          >
            {children}
          </div>
        )}
        {end}
      </div>
    </>
  );
}
