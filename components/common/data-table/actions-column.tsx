import type { ReactNode } from "react";
import type { MenuCommand } from "@/components/common/command-menu";
import { MoreMenu } from "@/components/common/lazy-menu";
import type { Column } from "./types";

/** The last column of a list: what can be done with a row, at its right end. */
export function actionsColumn<Row>(width: string, cell: (row: Row) => ReactNode): Column<Row> {
  return {
    key: "actions",
    header: "",
    phone: "actions",
    width,
    cell: (row) => <div className="flex items-center justify-end gap-1">{cell(row)}</div>,
  };
}

/** As `actionsColumn`, with nothing but the menu of the row. */
export function menuColumn<Row>(label: (row: Row) => string, commands: (row: Row) => MenuCommand[]): Column<Row> {
  return actionsColumn("56px", (row) => <MoreMenu label={label(row)} commands={commands(row)} />);
}
