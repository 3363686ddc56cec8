"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { KeyboardEvent, ReactNode } from "react";
import { ErrorState } from "@/components/common/error-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Pagination } from "@/components/ui/pagination";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import { TableSkeleton } from "./table-skeleton";
import type { Column, Sort, TableState } from "./types";

interface DataTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Keys of columns the person hid. */
  hidden?: ReadonlySet<string>;
  rowKey: (row: Row) => string;
  state: TableState<Row>;
  page: number;
  pageSize: number;
  onPageChange: (page: number) => void;
  onPageSizeChange?: (pageSize: number) => void;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Enter on a row, or a click on it outside its links and buttons. */
  onOpen?: (row: Row) => void;
  /** Shown when nothing exists yet. */
  empty: ReactNode;
  /** Filters are active: an empty answer offers to clear them and draws nothing (design 7.7). */
  onClearFilters?: () => void;
}

/** A table whose paging and sorting the server does (design 7.1). Rows: arrow keys move, Enter opens. */
export function DataTable<Row>({
  label,
  columns,
  hidden,
  rowKey,
  state,
  page,
  pageSize,
  onPageChange,
  onPageSizeChange,
  sort,
  onSortChange,
  onOpen,
  empty,
  onClearFilters,
}: DataTableProps<Row>) {
  const t = useTranslations("common.table");
  const shown = columns.filter((column, index) => index === 0 || !hidden?.has(column.key));
  const { data } = state;

  if (!data) {
    if (state.isError) return <ErrorState description={t("failed")} onRetry={state.refetch} />;
    return <TableSkeleton columns={shown.length} />;
  }
  if (data.total === 0) {
    if (!onClearFilters) return empty;
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-3 p-10 text-base text-fg-3">
        {t("noResult")}
        <Button onClick={onClearFilters}>{t("clearFilters")}</Button>
      </div>
    );
  }
  return (
    <>
      {state.isError && (
        <div role="alert" className="flex items-center gap-3 border-b bg-danger-soft px-5 py-2 text-sm text-danger-ink">
          {t("failed")}
          <Button size="sm" onClick={state.refetch}>
            {t("retry")}
          </Button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section aria-label={label} tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
        <Table
          aria-busy={state.isFetching}
          className={cn(state.isFetching && "opacity-60 transition-opacity delay-200")}
        >
          <thead className="sticky top-0 z-(--z-sticky)">
            <tr>
              {shown.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSortChange={onSortChange} />
              ))}
            </tr>
          </thead>
          <tbody>
            {data.items.map((row) => (
              <TableRow
                key={rowKey(row)}
                tabIndex={onOpen ? 0 : undefined}
                onKeyDown={(event) => handleRowKey(event, () => onOpen?.(row))}
                onClick={(event) => {
                  if (!(event.target as Element).closest("a, button, input, label")) onOpen?.(row);
                }}
                className={cn("-outline-offset-2", onOpen && "cursor-pointer")}
              >
                {shown.map((column) => (
                  <TableCell key={column.key} className={column.numeric ? "tnum text-right" : undefined}>
                    {column.cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </tbody>
        </Table>
      </section>
      <div className="shrink-0 border-t">
        <Pagination
          page={page}
          pageSize={pageSize}
          total={data.total}
          onPageChange={onPageChange}
          onPageSizeChange={onPageSizeChange}
        />
      </div>
    </>
  );
}

/** Keys on the row itself; inside its links and buttons they mean what they mean there. */
function handleRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next instanceof HTMLElement) {
    event.preventDefault();
    next.focus();
  } else if (event.key === "Enter") {
    event.preventDefault();
    open();
  }
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSortChange }: HeadCellProps<Row>) {
  const t = useTranslations("common.table");
  const active = sort?.key === column.key ? sort : undefined;
  const className = column.numeric ? "text-right" : undefined;
  if (!column.sortable || !onSortChange) {
    return (
      <TableHead className={className} style={{ width: column.width }}>
        {column.header}
      </TableHead>
    );
  }
  const Icon = active ? (active.descending ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <TableHead
      className={className}
      style={{ width: column.width }}
      aria-sort={active ? (active.descending ? "descending" : "ascending") : undefined}
    >
      <button
        type="button"
        onClick={() => onSortChange({ key: column.key, descending: active ? !active.descending : false })}
        className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-xs px-1 hover:text-fg"
      >
        {column.header}
        <Icon aria-hidden size={12} className={active ? "text-primary-ink" : "text-fg-4"} />
        {active && <span className="sr-only">{active.descending ? t("sortDescending") : t("sortAscending")}</span>}
      </button>
    </TableHead>
  );
}
