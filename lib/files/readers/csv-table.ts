// A table to import as text with separators: commas, semicolons or tabs.
import { decodeAs, detectEncoding } from "../../text/encoding/detect.ts";
import { csvRows, OpenQuote } from "./csv.ts";
import { ReadFailure } from "./failure.ts";

function decode(bytes: Buffer): string {
  const found = detectEncoding(bytes);
  if (!found) throw new ReadFailure("importUnreadable");
  return decodeAs(bytes, found.encoding);
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
