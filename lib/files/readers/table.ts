// Reads the first sheet of a table file in a process of its own, which can be ended and has its own memory.
import type { Row } from "read-excel-file/universal";
import type { TableAsked, TableReply } from "../table-import.ts";
import { readCsvTable } from "./csv-table.ts";
import { ReadFailure } from "./failure.ts";
import { packed, xmlParts } from "./zip.ts";

/** All XML of a file, unpacked; a sheet of 10,000 people has about 10 MB. */
const UNPACKED_MAX = 48 * 1024 ** 2;
/** Places a sheet may name, also for empty cells. */
const SHEET_ROWS_MAX = 20_000;
const COLUMNS_MAX = 100;

type Cell = Row[number] | undefined;

/** Cells longer than `cellMax` are cut: every field is shorter, so they are refused for their length all the same. */
async function readTable(bytes: Buffer, { cellMax, textMax }: TableAsked): Promise<string[][]> {
  if (bytes.length === 0) throw new ReadFailure("importEmpty");
  // An old .xls, or a workbook with a password: both come in this container.
  if (bytes.readUInt32BE(0) === 0xd0cf11e0) throw new ReadFailure("importEncrypted");
  const rows: Cell[][] =
    bytes.readUInt16BE(0) === 0x504b
      ? await readXlsx(bytes)
      : await readCsvTable(bytes, { rowsMax: SHEET_ROWS_MAX, columnsMax: COLUMNS_MAX });
  let size = 0;
  return rows.map((row) =>
    row.map((cell) => {
      const text = textOf(cell).slice(0, cellMax);
      size += text.length;
      if (size > textMax) throw new ReadFailure("importTooLarge");
      return text;
    }),
  );
}

async function readXlsx(bytes: Buffer): Promise<Row[]> {
  const parts = xmlParts(bytes, UNPACKED_MAX);
  for (const [name, content] of parts) if (name.includes("worksheets/")) assertPlaces(content.toString("latin1"));
  // The entry without threads: theirs would have memory of their own beside this process's limit.
  const { readSheet } = await import("read-excel-file/universal");
  try {
    return await readSheet(new Blob([packed(parts)]), 1, { trim: false });
  } catch {
    throw new ReadFailure("importUnreadable");
  }
}

/** Gaps are filled when a sheet is read, so one far cell would make millions. */
function assertPlaces(xml: string): void {
  for (const [, letters = "", digits] of xml.matchAll(/\sr\s*=\s*["']([A-Z]{0,4})(\d+)["']/g)) {
    if (Number(digits) > SHEET_ROWS_MAX) throw new ReadFailure("importTooManyRows");
    if (columnOf(letters) > COLUMNS_MAX) throw new ReadFailure("importTooLarge");
  }
}

const columnOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell);
}

async function replyTo(asked: TableAsked): Promise<TableReply> {
  try {
    return { rows: await readTable(Buffer.from(asked.bytes), asked) };
  } catch (error) {
    return { error: error instanceof ReadFailure ? error.key : "importUnreadable" };
  }
}

process.once("message", async (asked: TableAsked) => {
  process.send?.(await replyTo(asked), () => process.exit(0));
});
