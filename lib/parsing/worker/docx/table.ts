// A table of a word document on its grid, merged cells as one.
import type { NewBlock, NewCell, NewImage, NewTable, Run } from "../builder.ts";
import type { Aside } from "./asides.ts";
import type { Look } from "./styles.ts";

/** A run as the file has it, and how it looks in the end. */
export interface WordRun {
  text: string;
  number: number;
  own: Look;
  look: Look;
  style?: string;
  link?: string;
}

export interface WordParagraph {
  number: number;
  styleId: string | null | undefined;
  look: Look;
  runs: WordRun[];
  /** What a run without properties of its own looks like. */
  base: Look;
}

/** For the builder. */
export interface WordTable extends NewTable {
  /** Pictures, notes and charts in its cells. */
  after: Loose[];
}

/** What has no place in a cell of text. Charts and diagrams by the names of their parts. */
export type Loose =
  | { image: NewImage }
  | { aside: Aside; paragraph: number }
  | { chart: string }
  | { diagram: string; paragraph: number };

/** What stands in a document, a box or a cell. */
export type Item = WordParagraph | { table: WordTable } | Loose;

export interface GridCell {
  span: number;
  merge: "restart" | "continue" | null;
  items: Item[];
}

/** A table as it is read. */
export interface Grid {
  rows: { cells: GridCell[]; before: number }[];
  /** Widths of the columns. */
  grid: number[];
  headerRows: number;
}

/** Rows of cells with text, spans and what else is in them. */
export function tableOf({ rows, grid, headerRows }: Grid): WordTable {
  const after: Loose[] = [];
  /** Cells that may go on in the rows below, by their columns. */
  const open = new Map<number, { cell: NewCell; row: number }>();
  const written = rows.map(({ cells, before }, row) => {
    const line: NewCell[] = [];
    let column = before;
    for (const { span, merge, items } of cells) {
      const above = open.get(column);
      if (merge === "continue" && above) above.cell.rowSpan = row - above.row + 1;
      else {
        const cell: NewCell = { column, text: textOf(items, after) };
        if (span > 1) cell.columnSpan = span;
        if (isBold(items)) cell.bold = true;
        const align = paragraphsOf(items).find(({ look }) => look.align)?.look.align;
        if (align === "center" || align === "right") cell.align = align;
        if (merge === "restart") open.set(column, { cell, row });
        else open.delete(column);
        line.push(cell);
      }
      column += span;
    }
    return line;
  });
  const columns = Math.max(grid.length, 1, ...written.flat().map(({ column, columnSpan = 1 }) => column + columnSpan));
  const widths = grid.length === columns && grid.every((width) => width > 0) ? { widths: grid } : {};
  return { rows: written, columns, headerRows, after, ...widths };
}

/** Words of a cell: paragraphs on lines of their own, a table inside it row by row. */
function textOf(items: readonly Item[], after: Loose[]): string {
  const lines: string[] = [];
  for (const item of items) {
    if ("runs" in item) lines.push(item.runs.map(({ text }) => text).join(""));
    else if ("table" in item) {
      after.push(...item.table.after);
      for (const row of item.table.rows) lines.push(row.map(({ text }) => text).join("\t"));
    } else after.push(item);
  }
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  return lines.join("\n");
}

const paragraphsOf = (items: readonly Item[]) => items.filter((item): item is WordParagraph => "runs" in item);

function isBold(items: readonly Item[]): boolean {
  const runs = paragraphsOf(items)
    .flatMap((item) => item.runs)
    .filter(({ text }) => text.trim());
  return runs.length > 0 && runs.every(({ look }) => look.bold);
}

/** A run with what sets it apart. */
export function styledRun({ text, number, look, link }: WordRun, base: Look, kind: NewBlock["kind"]): Run {
  const run: Run = { text, run: number };
  // A heading is set apart as a whole.
  const isHeading = kind === "heading";
  for (const key of ["bold", "italic", "underline", "strike"] as const)
    if (look[key] && !(isHeading && base[key])) run[key] = true;
  if (look.script) run.script = look.script;
  if (look.size && look.size !== base.size) run.size = look.size;
  if (look.color && look.color !== "#000000" && !(isHeading && look.color === base.color)) run.color = look.color;
  if (link) run.link = link;
  return run;
}
