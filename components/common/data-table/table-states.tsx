"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/common/error-state";
import { Button } from "@/components/ui/button";
import { TableSkeleton } from "./table-skeleton";

interface NoRowsProps {
  state: { isError: boolean; refetch: () => void };
  isLoaded: boolean;
  columns: number;
  /** On a phone the rows are entries of a list. */
  isList?: boolean;
  /** Shown when nothing exists yet. */
  empty: ReactNode;
  /** Filters are active: an empty answer offers to clear them and draws nothing (design 7.7). */
  onClearFilters?: () => void;
}

/** What stands in place of rows: on their way, failed, none yet, none that fit. */
export function NoRows({ state, isLoaded, columns, isList, empty, onClearFilters }: NoRowsProps) {
  const t = useTranslations("common.table");
  if (!isLoaded) {
    if (state.isError) return <ErrorState description={t("failed")} onRetry={state.refetch} />;
    return <TableSkeleton columns={columns} isList={isList} />;
  }
  if (!onClearFilters) return empty;
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-3 p-10 text-base text-fg-3">
      {t("noResult")}
      <Button onClick={onClearFilters}>{t("clearFilters")}</Button>
    </div>
  );
}

/** Shown rows stay when a refresh fails; a line above says so. */
export function StaleNotice({ state }: { state: { isError: boolean; refetch: () => void } }) {
  const t = useTranslations("common.table");
  if (!state.isError) return null;
  return (
    <div role="alert" className="flex items-center gap-3 border-b bg-danger-soft px-5 py-2 text-sm text-danger-ink">
      {t("failed")}
      <Button size="sm" onClick={state.refetch}>
        {t("retry")}
      </Button>
    </div>
  );
}
