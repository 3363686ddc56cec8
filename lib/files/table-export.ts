import "server-only";
import writeExcelFile from "write-excel-file/node";
import { contentDisposition } from "./names";

export type ExportCell = string | number | null;

/** A table to be given out as a file. */
export interface ExportSheet {
  name: string;
  header: readonly string[];
  rows: readonly (readonly ExportCell[])[];
}

/** Rows of an export at most; the file says when there were more. */
export const EXPORT_ROWS_MAX = 50_000;

/**
 * Starts what a spreadsheet takes for a formula, also in full width and behind blanks (SECURITY IN-03). Apostrophes before
 * it count in, so that `storedText` takes away exactly the one that `plainText` put there.
 */
const FORMULA = /^'*[\s\u3000]*[=+\-@\t\r\n＝＋－＠]/;

/** Text that every spreadsheet shows as it is. The apostrophe is what they themselves put before such text. */
export function plainText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text a cell of ours was written from: the way back of `plainText`. */
export function storedText(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
}

function csvCell(cell: ExportCell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  const text = plainText(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvLine(cells: readonly ExportCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** The mark by which spreadsheets know UTF-8. */
export const CSV_START = "\ufeff";

/** CSV of a table. Several sheets stand below one another, each under its name. */
export function toCsv(sheets: readonly ExportSheet[]): string {
  const parts = sheets.map(
    ({ name, header, rows }) =>
      (sheets.length > 1 ? csvLine([name]) : "") + csvLine(header) + rows.map(csvLine).join(""),
  );
  return CSV_START + parts.join("\r\n");
}

/** CSV of a table that is read page by page, written as it is asked for. */
export function csvPages(
  header: readonly string[],
  pages: AsyncGenerator<readonly (readonly ExportCell[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(header))),
    pull: async (controller) => {
      const { done, value } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value.map(csvLine).join("")));
    },
    cancel: async () => {
      await pages.return(undefined);
    },
  });
}

/** An Excel file. Texts are text cells, which Excel never computes; they are marked all the same for what is saved from it. */
export function toXlsx(sheets: readonly ExportSheet[]): Promise<Buffer> {
  return writeExcelFile(
    sheets.map(({ name, header, rows }, index) => ({
      sheet: sheetName(name, index),
      stickyRowsCount: 1,
      columns: header.map((title, column) => ({ width: widthOf(title, rows, column) })),
      data: [
        header.map((title) => ({ value: title, type: String, fontWeight: "bold" as const })),
        ...rows.map((row) =>
          row.map((cell) =>
            typeof cell === "number"
              ? { value: cell, type: Number }
              : cell
                ? { value: xmlText(plainText(cell)), type: String }
                : null,
          ),
        ),
      ],
    })),
  ).toBuffer();
}

/** Excel takes 31 characters and none of `[]:*?/\`. */
function sheetName(name: string, index: number): string {
  return (
    name
      .replace(/[[\]:*?/\\']/g, " ")
      .slice(0, 31)
      .trim() || `Sheet${index + 1}`
  );
}

/** What XML cannot carry is left out, and cells have their limit. */
function xmlText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be written
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "").slice(0, 32_000);
}

/** Characters a column needs, wide ones counted twice; the first rows speak for all. */
function widthOf(title: string, rows: ExportSheet["rows"], column: number): number {
  const texts = [title, ...rows.slice(0, 50).map((row) => String(row[column] ?? ""))];
  const widths = texts.map((text) => [...text].reduce((sum, symbol) => sum + (symbol > "\u2e7f" ? 2 : 1), 0));
  return Math.min(48, Math.max(8, ...widths) + 2);
}

const TYPES = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** The answer that carries an export. */
export function exportAnswer(body: BodyInit, format: "csv" | "xlsx", name: string): Response {
  return new Response(body, {
    headers: {
      "content-type": TYPES[format],
      "content-disposition": contentDisposition("attachment", `${name}.${format}`),
    },
  });
}
