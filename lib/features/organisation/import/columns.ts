import { headingKey } from "@/lib/files/heading-key";
import { IMPORT_ROWS_MAX } from "./limits";

export type ImportKind = "departments" | "users";

export const USER_COLUMNS = ["account", "name", "department", "phone", "email", "roles", "status"] as const;
export const DEPARTMENT_COLUMNS = ["path", "name", "parent", "status", "order"] as const;
export type UserColumn = (typeof USER_COLUMNS)[number];
export type DepartmentColumn = (typeof DEPARTMENT_COLUMNS)[number];
export type ImportColumn = UserColumn | DepartmentColumn;

export const COLUMNS: Record<ImportKind, readonly ImportColumn[]> = {
  users: USER_COLUMNS,
  departments: DEPARTMENT_COLUMNS,
};
export const REQUIRED: Record<ImportKind, readonly ImportColumn[]> = {
  users: ["account", "name", "department"],
  // A department has its path, or its name with the path of the one above it.
  departments: [],
};

/** Headings by which columns are known, in all languages: their texts to the column. */
export type Headings = ReadonlyMap<string, ImportColumn>;

/** A data row with its number in the file and what stands in the known columns. */
export interface TableRow {
  row: number;
  cells: Partial<Record<ImportColumn, string>>;
}

/** What an uploaded file says, as it is kept until it was carried out. */
export interface ImportTable {
  header: string[];
  /** The column each heading means; null: none of ours. */
  columns: (ImportColumn | null)[];
  /** Number in the file, and its cells. */
  rows: [number, string[]][];
}

export type TableFailure = { key: "importEmpty" | "importTooManyRows" } | { key: "importColumns"; names: string[] };

/** Begins the first cell of a template's example rows, in each language; such rows are left out. */
export const EXAMPLE_MARKS = ["(示例)", "(Example)"] as const;
const isExample = (text: string) => {
  const plain = text.normalize("NFKC").trim().toLowerCase();
  return EXAMPLE_MARKS.some((mark) => plain.startsWith(mark.toLowerCase()));
};

/** Finds the heading row and the rows below it; a failure names what is missing by column. */
export function readImportTable(
  rows: readonly (readonly string[])[],
  kind: ImportKind,
  headings: Headings,
): ImportTable | TableFailure {
  const top = rows.findIndex((cells) => cells.some((cell) => cell.trim() !== ""));
  if (top < 0) return { key: "importEmpty" };
  const header = rows[top]!.map((text) => text.trim());
  const columns: (ImportColumn | null)[] = [];
  for (const text of header) {
    const column = headings.get(headingKey(text)) ?? null;
    // The first of two equal headings counts.
    columns.push(column && !columns.includes(column) ? column : null);
  }
  const missing = missingColumns(kind, columns);
  if (missing.length > 0) return { key: "importColumns", names: missing };
  const found: [number, string[]][] = [];
  rows.slice(top + 1).forEach((cells, index) => {
    const filled = cells.slice(0, header.length);
    if (filled.every((cell) => cell.trim() === "") || isExample(filled.find((cell) => cell.trim() !== "") ?? ""))
      return;
    found.push([top + index + 2, filled]);
  });
  if (found.length === 0) return { key: "importEmpty" };
  if (found.length > IMPORT_ROWS_MAX) return { key: "importTooManyRows" };
  return { header, columns, rows: found };
}

function missingColumns(kind: ImportKind, columns: readonly (ImportColumn | null)[]): ImportColumn[] {
  const missing = REQUIRED[kind].filter((column) => !columns.includes(column));
  if (kind === "departments" && !columns.includes("path") && !columns.includes("name")) missing.push("path");
  return missing;
}

/** The rows with their cells by column. `restore` undoes what an export did to a text. */
export function tableRows({ columns, rows }: ImportTable, restore: (text: string) => string): TableRow[] {
  return rows.map(([row, texts]) => {
    const cells: TableRow["cells"] = {};
    columns.forEach((column, index) => {
      if (column) cells[column] = restore((texts[index] ?? "").trim()).trim();
    });
    return { row, cells };
  });
}
