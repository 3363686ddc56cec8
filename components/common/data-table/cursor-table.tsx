"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { isPhoneList, ListTable, type ListTableProps, shownColumns } from "./list-table";
import { NoRows, StaleNotice } from "./table-states";

/** ARCHITECTURE 5: endless lists count to this many. */
const COUNT_MOST = 10_000;

interface CursorPage<Row> {
  items: readonly Row[];
  /** Left out by calls that do not count. */
  totalAtMost?: number;
}

/** The part of an infinite query's state the table draws. */
export interface CursorState<Row> {
  data: { pages: readonly CursorPage<Row>[] } | undefined;
  isError: boolean;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
}

interface CursorTableProps<Row> extends ListTableProps<Row> {
  state: CursorState<Row>;
  empty: ReactNode;
  onClearFilters?: () => void;
}

/** A list without an end, newest first: each further page is asked for (ARCHITECTURE 5: by cursor). */
export function CursorTable<Row>({ state, empty, onClearFilters, ...table }: CursorTableProps<Row>) {
  const t = useTranslations("common.table");
  const rows = state.data?.pages.flatMap(({ items }) => items);
  const simple = { isError: state.isError, refetch: () => void state.refetch() };
  if (!rows?.length) {
    const columns = shownColumns(table.columns, table.hidden).length;
    return (
      <NoRows
        state={simple}
        isLoaded={rows !== undefined}
        columns={columns}
        isList={isPhoneList(table.columns)}
        empty={empty}
        onClearFilters={onClearFilters}
      />
    );
  }
  const count = state.data?.pages[0]?.totalAtMost;
  return (
    <>
      <StaleNotice state={simple} />
      <ListTable {...table} rows={rows} isFetching={state.isFetching && !state.isFetchingNextPage} />
      <div className="flex min-h-12 shrink-0 flex-wrap items-center justify-between gap-2 border-t px-5 py-1.5 text-fg-3 text-xs">
        <span role="status" className="tnum">
          {count !== undefined && (count >= COUNT_MOST ? t("totalMore", { count: COUNT_MOST }) : t("total", { count }))}
        </span>
        {state.hasNextPage && (
          <Button size="sm" loading={state.isFetchingNextPage} onClick={() => void state.fetchNextPage()}>
            {t("showMore", { shown: rows.length })}
          </Button>
        )}
      </div>
    </>
  );
}
