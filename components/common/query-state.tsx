"use client";

import { ErrorState } from "@/components/common/error-state";
import { PanelSkeleton } from "@/components/common/panel-skeleton";
import { Skeleton } from "@/components/ui/skeleton";

interface QueryStateProps {
  query: { data: unknown; isPending: boolean; isError: boolean; refetch: () => unknown };
  /** The height of what comes. */
  className?: string;
}

/** Stands where a query's answer will: a bar while it is on its way, or what failed with another try. */
export function QueryState({ query, className = "h-40" }: QueryStateProps) {
  if (query.isPending) return <Skeleton className={`${className} w-full`} />;
  return query.isError && !query.data ? <ErrorState onRetry={() => void query.refetch()} /> : null;
}

/** As `QueryState`, for what fills a panel: its rows while they are on their way. */
export function PanelState({ query, failed }: Pick<QueryStateProps, "query"> & { failed?: string }) {
  if (query.isError && !query.data) return <ErrorState description={failed} onRetry={() => void query.refetch()} />;
  return query.data ? null : <PanelSkeleton />;
}
