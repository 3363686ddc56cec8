// Text with separators as tables: the first row names the columns.
import { csvRows } from "../../files/readers/csv.ts";
import type { Builder } from "./builder.ts";
import { readText } from "./decode.ts";
import { ParseStop } from "./failure.ts";
import { TABLE_ROWS } from "./limits.ts";
import type { Reading } from "./reader.ts";

const COLUMNS_MAX = 1000;
const CELL_MAX = 32_767;
const SEPARATORS = [",", ";", "\t", "|"] as const;

export async function readCsvFile(file: string, builder: Builder, { progress, ...options }: Reading): Promise<void> {
  const text = readText(file, builder, options);
  if (text.trim() === "") throw new ParseStop("documentEmpty");
  builder.startPart({ kind: "sheet", number: 1 });
  let rows: string[][] = [];
  let numbers: number[] = [];
  let number = 0;
  let truncated = 0;
  const write = async () => {
    const columns = Math.max(1, ...rows.map((row) => row.length));
    const cells = rows.map((row) => row.map((words, column) => ({ column, text: words })));
    if (rows.length > 0) await builder.table({ rows: cells, numbers, columns, headerRows: numbers[0] === 0 ? 1 : 0 });
    [rows, numbers] = [[], []];
  };
  const fit = (words: string) => {
    if (words.length <= CELL_MAX) return words;
    truncated++;
    return words.slice(0, CELL_MAX);
  };
  for await (const some of csvRows(text, { separators: SEPARATORS, closesQuotes: true })) {
    for (const row of some.rows) {
      truncated += Math.max(0, row.length - COLUMNS_MAX);
      const cells = row.slice(0, COLUMNS_MAX).map(fit);
      if (cells.some((words) => words !== "")) {
        rows.push(cells);
        numbers.push(number);
      }
      number++;
      if (rows.length >= TABLE_ROWS) await write();
    }
    progress(some.at, 1);
  }
  await write();
  builder.warn("truncatedCells", truncated);
}
