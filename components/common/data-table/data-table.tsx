"use client";

import type { ReactNode } from "react";
import { Pagination } from "@/components/ui/pagination";
import { BulkBar } from "./bulk-bar";
import { isPhoneList, ListTable, type ListTableProps, shownColumns } from "./list-table";
import { NoRows, StaleNotice } from "./table-states";
import type { TableState } from "./types";

interface DataTableProps<Row> extends ListTableProps<Row> {
  state: TableState<Row>;
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  onPageSizeChange?: (pageSize: number) => void;
  /** Shown when nothing exists yet. */
  empty: ReactNode;
  /** Filters are active: an empty answer offers to clear them and draws nothing (design 7.7). */
  onClearFilters?: () => void;
}

/** A table whose paging and sorting the server does (design 7.1). Rows: arrow keys move, Enter opens, Space picks. */
export function DataTable<Row>({
  state,
  page,
  pageSize,
  onPageChange,
  onPageSizeChange,
  empty,
  onClearFilters,
  ...table
}: DataTableProps<Row>) {
  const { data } = state;
  const { selection } = table;
  if (!data || data.total === 0) {
    const columns = shownColumns(table.columns, table.hidden).length;
    return (
      <NoRows
        state={state}
        isLoaded={data !== undefined}
        columns={columns}
        isList={isPhoneList(table.columns)}
        empty={empty}
        onClearFilters={onClearFilters}
      />
    );
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <StaleNotice state={state} />
      <ListTable {...table} rows={data.items} isFetching={state.isFetching} />
      {selection && <BulkBar selection={selection} shown={data.items.length} total={data.total} />}
      <div className="shrink-0 border-t">
        <Pagination
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPageChange={onPageChange}
          onPageSizeChange={onPageSizeChange}
        />
      </div>
    </div>
  );
}
