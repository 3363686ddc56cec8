"use client";

import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/components/ui/cn";
import { Table } from "@/components/ui/table";
import { BodyRow } from "./body-row";
import { HeadRow } from "./head-row";
import { PhoneSort } from "./phone-sort";
import type { Column, Selection, Sort } from "./types";

export interface ListTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** Keys of columns the person hid. */
  hidden?: ReadonlySet<string>;
  rowKey: (row: Row) => string;
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  /** Enter on a row, or a click on it outside its links and buttons. */
  onOpen?: (row: Row) => void;
  selection?: Selection<Row>;
}

/** Columns to draw: the first always, others unless they were hidden. */
export const shownColumns = <Row,>(columns: readonly Column<Row>[], hidden?: ReadonlySet<string>) =>
  columns.filter((column, index) => index === 0 || !hidden?.has(column.key));

/** As soon as one column says where it stands on a phone, the table is a list there. */
export const isPhoneList = (columns: readonly { phone?: string }[]) => columns.some(({ phone }) => phone);

/** Rows in a frame that scrolls; a list of two-line entries on a phone when its columns say how (design 7.1, 12). */
export function ListTable<Row>({
  label,
  columns,
  hidden,
  rowKey,
  sort,
  onSortChange,
  onOpen,
  selection,
  rows,
  isFetching,
}: ListTableProps<Row> & { rows: readonly Row[]; isFetching: boolean }) {
  const shown = shownColumns(columns, hidden);
  const isList = isPhoneList(columns);
  const selectable = selection && rows.filter((row) => selection.isSelectable?.(row) ?? true).map(rowKey);
  const toggle = (key: string) => {
    if (!selection) return;
    const next = new Set(selection.keys);
    if (!next.delete(key)) next.add(key);
    selection.onChange(next, false);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={label} tabIndex={0} className="min-h-0 flex-1 overflow-auto -outline-offset-2">
      {isList && onSortChange && <PhoneSort columns={columns} sort={sort} onSortChange={onSortChange} />}
      {/* Roles are said again: a table drawn as a list on a phone would lose them. */}
      <Table
        role="table"
        aria-busy={isFetching}
        className={cn(isFetching && "opacity-60 transition-opacity delay-200", isList && "max-md:block")}
      >
        <thead className={cn("sticky top-0 z-(--z-sticky)", isList && "max-md:hidden")}>
          <HeadRow
            columns={shown}
            sort={sort}
            onSortChange={onSortChange}
            check={selectable && <CheckPage keys={selectable} selection={selection} />}
          />
        </thead>
        <tbody className={cn(isList && "max-md:block")}>
          {rows.map((row) => {
            const key = rowKey(row);
            const canSelect = selectable?.includes(key);
            const isChecked = selection?.keys.has(key);
            return (
              <BodyRow
                key={key}
                row={row}
                columns={shown}
                isList={isList}
                onOpen={onOpen}
                isChecked={isChecked}
                onToggle={canSelect ? () => toggle(key) : undefined}
                check={
                  selection &&
                  (canSelect ? (
                    <Checkbox
                      aria-label={selection.label(row)}
                      checked={selection.keys.has(key)}
                      onCheckedChange={() => toggle(key)}
                    />
                  ) : null)
                }
              />
            );
          })}
        </tbody>
      </Table>
    </section>
  );
}

function CheckPage<Row>({ keys, selection }: { keys: readonly string[]; selection: Selection<Row> }) {
  const t = useTranslations("common.table");
  const picked = keys.filter((key) => selection.keys.has(key)).length;
  const isAll = picked > 0 && picked === keys.length;
  const handleChange = () => {
    const next = new Set(selection.keys);
    for (const key of keys) isAll ? next.delete(key) : next.add(key);
    selection.onChange(next, false);
  };
  return (
    <Checkbox
      aria-label={t("selectPage")}
      disabled={keys.length === 0}
      checked={isAll || (picked > 0 && "indeterminate")}
      onCheckedChange={handleChange}
    />
  );
}
