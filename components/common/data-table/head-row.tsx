"use client";

import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TableHead } from "@/components/ui/table";
import { KEPT_CHECK, keptCell } from "./kept-cells";
import type { Column, Sort } from "./types";

interface HeadRowProps<Row> {
  columns: readonly Column<Row>[];
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** The checkbox that picks the whole page. */
  check?: ReactNode;
}

export function HeadRow<Row>({ columns, sort, onSortChange, check }: HeadRowProps<Row>) {
  return (
    <tr>
      {check && <TableHead className={cn("w-11 pr-0", KEPT_CHECK)}>{check}</TableHead>}
      {columns.map((column, index) => (
        <HeadCell
          key={column.key}
          column={column}
          kept={keptCell(columns, index, Boolean(check))}
          sort={sort}
          onSortChange={onSortChange}
        />
      ))}
    </tr>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  /** Classes of a cell that does not scroll sideways. */
  kept: string | undefined;
  sort: Sort | undefined;
  onSortChange: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column, kept, sort, onSortChange }: HeadCellProps<Row>) {
  const t = useTranslations("common.table");
  const active = sort?.key === column.key ? sort : undefined;
  const className = cn(column.numeric && "text-right", kept);
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
