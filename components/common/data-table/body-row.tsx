"use client";

import type { KeyboardEvent, ReactNode } from "react";
import { cn } from "@/components/ui/cn";
import { TableCell, TableRow } from "@/components/ui/table";
import { KEPT_CHECK, keptCell } from "./kept-cells";
import type { Column } from "./types";

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  /** On a phone the row is an entry of a list. */
  isList: boolean;
  onOpen?: (row: Row) => void;
  check?: ReactNode;
  isChecked?: boolean;
  onToggle?: () => void;
}

/** One row: arrow keys move, Enter opens, Space picks (design 8). */
export function BodyRow<Row>({ row, columns, isList, onOpen, check, isChecked, onToggle }: BodyRowProps<Row>) {
  return (
    <TableRow
      role="row"
      tabIndex={onOpen || onToggle ? 0 : undefined}
      aria-selected={onToggle ? isChecked : undefined}
      onKeyDown={(event) => handleRowKey(event, () => onOpen?.(row), onToggle)}
      onClick={(event) => {
        const target = event.target as Element;
        // Menus and dialogs of the row stand elsewhere in the page; their clicks come here all the same.
        const isOwn = event.currentTarget.contains(target);
        if (isOwn && !target.closest("a, button, input, label")) onOpen?.(row);
      }}
      className={cn(
        "-outline-offset-2",
        onOpen && "cursor-pointer",
        // Cells that stay while the others scroll hide these with the colour of the row.
        isChecked ? "bg-primary-soft hover:bg-primary-soft" : "bg-background",
        isList && "max-md:relative max-md:block max-md:border-b max-md:py-2.5 max-md:pr-24 max-md:pl-4",
        isList && check !== undefined && "max-md:pl-12",
      )}
    >
      {check !== undefined && (
        <TableCell
          role="cell"
          className={cn(
            "w-11 pr-0",
            KEPT_CHECK,
            "bg-inherit",
            isList && "max-md:absolute max-md:top-3 max-md:left-0 max-md:h-auto max-md:border-0 max-md:pl-4",
          )}
        >
          {check}
        </TableCell>
      )}
      {columns.map((column, index) => (
        <TableCell
          key={column.key}
          role="cell"
          // On a phone no head says what a figure is.
          data-label={isList && column.numeric && column.phone === "line" ? column.header : undefined}
          className={cn(
            column.numeric && "tnum text-right",
            index > 0 && !column.wraps && "md:whitespace-nowrap",
            keptCell(columns, index, check !== undefined),
            "bg-inherit",
            isList && listCell(column, index),
          )}
        >
          {column.cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

/** Name above, what belongs to it in one line below, actions at the right. */
function listCell<Row>(column: Column<Row>, index: number): string {
  if (column.phone === "actions") {
    return "max-md:absolute max-md:top-1/2 max-md:right-2 max-md:h-auto max-md:-translate-y-1/2 max-md:border-0 max-md:p-0";
  }
  if (index === 0) return "max-md:block max-md:h-auto max-md:border-0 max-md:p-0 max-md:text-base first:max-md:pl-0";
  if (column.phone === "line") {
    return "max-md:mr-3 max-md:inline-block max-md:h-auto max-md:border-0 max-md:p-0 max-md:align-middle max-md:text-fg-3 max-md:text-left max-md:data-label:before:mr-1 max-md:data-label:before:content-[attr(data-label)]";
  }
  return "max-md:hidden";
}

/** Keys on the row itself; inside its links and buttons they mean what they mean there. */
function handleRowKey(event: KeyboardEvent<HTMLTableRowElement>, open: () => void, toggle?: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const next = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[event.key];
  if (next instanceof HTMLElement) next.focus();
  else if (event.key === "Enter") open();
  else if (event.key === " " && toggle) toggle();
  else return;
  event.preventDefault();
}
