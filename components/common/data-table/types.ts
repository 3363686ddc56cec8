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
  /** CSS width. */
  width?: string;
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
