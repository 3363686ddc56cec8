"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { NoRows, StaleNotice } from "@/components/common/data-table/table-states";
import type { TableState } from "@/components/common/data-table/types";
import { Pagination } from "@/components/ui/pagination";
import { Skeleton } from "@/components/ui/skeleton";

const GRID = "grid content-start gap-3 p-4 sm:grid-cols-2 md:px-5 xl:grid-cols-3 2xl:grid-cols-4";
const WAITING = Array.from({ length: 8 }, (_, index) => index);

interface CardGridProps<Item extends { id: string }> {
  label: string;
  state: TableState<Item>;
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  onPageSizeChange: (pageSize: number) => void;
  onClearFilters?: () => void;
  empty: ReactNode;
  card: (item: Item) => ReactNode;
}

/** A list as cards, with the states of the table. */
export function CardGrid<Item extends { id: string }>({
  label,
  state,
  card,
  empty,
  onClearFilters,
  ...paging
}: CardGridProps<Item>) {
  const common = useTranslations("common.state");
  const { data } = state;
  if (!data && !state.isError) {
    return (
      <div role="status" aria-label={common("loading")} className={GRID}>
        {WAITING.map((index) => (
          <Skeleton key={index} className="h-38 w-full rounded-md" />
        ))}
      </div>
    );
  }
  if (!data || data.total === 0) {
    return (
      <NoRows state={state} isLoaded={data !== undefined} columns={1} empty={empty} onClearFilters={onClearFilters} />
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <StaleNotice state={state} />
      <ul aria-label={label} className={`${GRID} min-h-0 flex-1 overflow-y-auto`}>
        {data.items.map((item) => (
          <li key={item.id}>{card(item)}</li>
        ))}
      </ul>
      <div className="shrink-0 border-t">
        <Pagination {...paging} total={data.total} />
      </div>
    </div>
  );
}
