import type { ReactNode } from "react";

export interface Sort {
  key: string;
  descending: boolean;
}

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The server can sort by `key`. */
  sortable?: boolean;
  /** Figures stand at the right, with digits of one width. */
  numeric?: boolean;
  /** The person may hide it; the first column never. */
  hideable?: boolean;
  /** May take several lines; what others say stays on one, and a narrow panel scrolls sideways. */
  wraps?: boolean;
  /** CSS width. */
  width?: string;
  /**
   * Place on a phone (design 12): `line` stands under the name, `actions` at the right. As soon as one column says
   * so, the table is a list there, and columns that say nothing are left to the row's own page or drawer.
   */
  phone?: "line" | "actions";
}

/** One page of rows as the server gives it. */
export interface TablePage<Row> {
  items: readonly Row[];
  total: number;
}

/** The part of a query's state the table draws. */
export interface TableState<Row> {
  data: TablePage<Row> | undefined;
  /** The first load runs. */
  isPending: boolean;
  isError: boolean;
  /** Any load runs; shown rows stay and are dimmed. */
  isFetching: boolean;
  refetch: () => void;
}

/** Rows a person picked for an action on all of them. */
export interface Selection<Row> {
  keys: ReadonlySet<string>;
  /** Every row of the filter, also on other pages; `keys` then holds the rows of this page. */
  all?: boolean;
  onChange: (keys: ReadonlySet<string>, all: boolean) => void;
  /** Says which row a checkbox picks. */
  label: (row: Row) => string;
  /** Rows nothing can be done with have no checkbox. */
  isSelectable?: (row: Row) => boolean;
  /** "Select all n results" is offered: the calls behind the actions take a filter. */
  offersAll?: boolean;
  /** Actions of the floating bar, the dangerous one last. */
  actions: ReactNode;
}
