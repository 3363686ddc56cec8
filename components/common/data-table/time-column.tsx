import type { Column } from "./types";

interface Timed {
  id: string;
  createdAt: string;
}

interface TimeColumnProps {
  header: string;
  moment: (time: string) => string;
  onOpen: (id: string) => void;
}

/** When a row of a log was written: its name, which opens it. */
export const timeColumn = <Row extends Timed>({ header, moment, onOpen }: TimeColumnProps): Column<Row> => ({
  key: "time",
  header,
  cell: (row) => (
    <button
      type="button"
      onClick={() => onOpen(row.id)}
      className="tnum whitespace-nowrap rounded-xs text-left font-semibold hover:text-primary-ink"
    >
      {moment(row.createdAt)}
    </button>
  ),
});
