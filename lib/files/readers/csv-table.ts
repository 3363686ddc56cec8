// A table to import as text with separators: UTF-8, UTF-16 with its mark, or GB18030; commas, semicolons or tabs.
import { csvRows, OpenQuote } from "./csv.ts";
import { ReadFailure } from "./failure.ts";

function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new ReadFailure("importUnreadable");
  for (const name of ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new ReadFailure("importUnreadable");
}

/** Rows of texts. Throws ReadFailure. */
export async function readCsvTable(
  bytes: Buffer,
  { rowsMax, columnsMax }: { rowsMax: number; columnsMax: number },
): Promise<string[][]> {
  const rows: string[][] = [];
  try {
    for await (const some of csvRows(decode(bytes), { separators: [",", ";", "\t"] })) {
      for (const row of some.rows) {
        if (row.length > columnsMax) throw new ReadFailure("importTooLarge");
        if (rows.length >= rowsMax) throw new ReadFailure("importTooManyRows");
        rows.push(row);
      }
    }
  } catch (error) {
    throw error instanceof OpenQuote ? new ReadFailure("importUnreadable") : error;
  }
  return rows;
}
