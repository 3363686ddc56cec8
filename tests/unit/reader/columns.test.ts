import { columnWidths } from "@/components/reader/sheets/columns";
import { nextZoom } from "@/components/reader/zoom";
import type { TableBlock } from "@/lib/parsing/types";
import { columnName } from "@/lib/parsing/worker/xlsx/address";

const block = (columns: number, widths?: number[], last = 0): TableBlock => ({
  kind: "table",
  from: 0,
  to: 1,
  part: 1,
  rows: 1,
  columns,
  headerRows: 0,
  widths,
  cells: last ? [{ row: 0, column: last, from: 0, to: 1 }] : [],
});

it("names columns as spreadsheets do", () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
});

it("gives every column of a sheet one width over all its pieces", () => {
  const first = columnWidths([], [block(2)]);
  expect(first).toEqual([96, 96]);
  expect(columnWidths(first, [block(2)])).toBe(first);
  expect(columnWidths(first, [block(2, undefined, 3)])).toHaveLength(4);
  const own = columnWidths([], [block(3, [10, 10, 40])]);
  expect(own[2]).toBeGreaterThan(own[0]!);
});

it("zooms in steps from half to four times the width that fits, and no further", () => {
  expect(nextZoom(1, 1)).toBe(1.1);
  expect(nextZoom(1, -1)).toBe(0.9);
  expect(nextZoom(4, 1)).toBe(4);
  expect(nextZoom(0.5, -1)).toBe(0.5);
});
