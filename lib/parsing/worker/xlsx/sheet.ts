// One sheet, row by row. Only cells that hold something count: what a sheet claims to cover costs nothing.
import type { Attributes, SlowXmlHandlers } from "../archive.ts";
import type { Builder, NewCell } from "../builder.ts";
import { TABLE_CHARS, TABLE_ROWS } from "../limits.ts";
import { placeOf } from "./address.ts";
import { formatNumber, formatWords } from "./format.ts";

const COLUMNS_MAX = 1024;
const ROWS_MAX = 300_000;
const CELL_MAX = 32_767;
const CELLS_OF_SHEET_MAX = 1_000_000;
const MERGES_MAX = 20_000;
const DEFAULT_WIDTH = 9;

export interface CellStyle {
  /** Format of a number. */
  code: string;
  bold: boolean;
  align?: "center" | "right";
}

/** What the sheets of a workbook share. */
export interface Workbook {
  strings: readonly string[];
  styles: readonly CellStyle[];
  is1904: boolean;
}

interface OpenCell {
  column: number;
  row: number;
  type: string | undefined;
  style: CellStyle | undefined;
  chunks: string[];
}

type Span = Pick<NewCell, "rowSpan" | "columnSpan">;

export class Sheet implements SlowXmlHandlers {
  private readonly builder: Builder;
  private readonly workbook: Workbook;
  /** By row and column of the first cell. */
  private readonly merges: ReadonlyMap<string, Span>;
  private readonly widths = new Map<number, number>();
  private readonly hiddenColumns = new Set<number>();
  /** Rows to be written, and their numbers. */
  private rows: NewCell[][] = [];
  private numbers: number[] = [];
  private size = 0;
  private count = 0;
  private row = -1;
  private isHidden = false;
  private cells: NewCell[] = [];
  private cell: OpenCell | null = null;
  /** The element whose text is taken; empty for none. */
  private part = "";
  private inPhonetic = false;
  private truncated = 0;
  private hidden = 0;
  private isFirst = true;

  constructor(builder: Builder, xml: string, workbook: Workbook) {
    this.builder = builder;
    this.workbook = workbook;
    this.merges = mergesOf(xml);
  }

  // Fields, because a walk takes them out of the sheet.
  readonly open = (tag: string, attributes: Attributes) => this.opened(tag, attributes);
  readonly close = (tag: string) => this.closed(tag);
  readonly text = (words: string) => {
    if (this.part) this.cell?.chunks.push(words);
  };
  readonly drain = async () => {
    if (this.rows.length >= TABLE_ROWS || this.size > TABLE_CHARS) await this.write();
  };

  private opened(tag: string, attributes: Attributes): void {
    if (tag === "c") {
      const place = placeOf(attributes.r);
      const column = place?.column ?? (this.cells.at(-1)?.column ?? -1) + 1;
      this.cell = {
        column,
        row: place?.row ?? this.row,
        type: attributes.t,
        style: this.workbook.styles[Number(attributes.s)],
        chunks: [],
      };
    } else if (tag === "row") {
      this.row = attributes.r ? Number(attributes.r) - 1 : this.row + 1;
      this.isHidden = attributes.hidden === "1" || attributes.hidden === "true";
      this.cells = [];
    } else if (tag === "v" || tag === "t") this.part = this.inPhonetic ? "" : tag;
    else if (tag === "rPh") this.inPhonetic = true;
    else if (tag === "col") this.columns(attributes);
  }

  private columns({ min, max, width, hidden }: Attributes): void {
    const last = Math.min(Number(max), COLUMNS_MAX);
    for (let column = Number(min) - 1; column < last; column++) {
      if (hidden === "1" || hidden === "true") this.hiddenColumns.add(column);
      if (Number(width) > 0) this.widths.set(column, Math.round(Number(width) * 100) / 100);
    }
  }

  private closed(tag: string): void {
    if (tag === "v" || tag === "t") this.part = "";
    else if (tag === "rPh") this.inPhonetic = false;
    else if (tag === "c") this.endCell();
    else if (tag === "row") this.endRow();
  }

  private endCell(): void {
    if (!this.cell) return;
    const { column, row, type, style, chunks } = this.cell;
    this.cell = null;
    const raw = type === "s" ? (this.workbook.strings[Number(chunks.join(""))] ?? "") : chunks.join("");
    if (raw.trim() === "") return;
    const text = this.shown(raw, type, style);
    // A format that shows nothing hides what is there.
    if (text.trim() === "" || this.isHidden || this.hiddenColumns.has(column)) {
      this.hidden++;
      return;
    }
    if (column >= COLUMNS_MAX || row >= ROWS_MAX || ++this.count > CELLS_OF_SHEET_MAX) {
      this.truncated++;
      return;
    }
    if (text.length > CELL_MAX) this.truncated++;
    const written: NewCell = { column, text: text.slice(0, CELL_MAX) };
    if (style?.bold) written.bold = true;
    const isNumber = type === undefined || type === "n";
    if (style?.align || isNumber) written.align = style?.align ?? "right";
    Object.assign(written, this.merges.get(`${row} ${column}`));
    this.cells.push(written);
  }

  private shown(raw: string, type: string | undefined, style: CellStyle | undefined): string {
    switch (type) {
      case "s":
      case "str":
      case "inlineStr":
        return formatWords(raw, style?.code ?? "General");
      case "e":
        return raw;
      case "b":
        return raw === "1" || raw === "true" ? "TRUE" : "FALSE";
      case "d":
        return raw
          .replace("T", " ")
          .replace(/(\.\d+)?Z?$/, "")
          .replace(/ 00:00:00$/, "");
      default:
        return formatNumber(Number(raw), style?.code ?? "General", this.workbook.is1904);
    }
  }

  private endRow(): void {
    if (this.cells.length === 0) return;
    this.cells.sort((a, b) => a.column - b.column);
    this.rows.push(this.cells);
    this.numbers.push(this.row);
    this.size += this.cells.reduce((sum, { text }) => sum + text.length + 1, 0);
    this.cells = [];
  }

  private async write(): Promise<void> {
    const { rows, numbers } = this;
    [this.rows, this.numbers, this.size] = [[], [], 0];
    if (rows.length === 0) return;
    const columns = rows.reduce((most, row) => Math.max(most, row.at(-1)!.column + 1), 1);
    const widths = Array.from({ length: columns }, (_, column) => this.widths.get(column) ?? DEFAULT_WIDTH);
    const [first = []] = rows;
    const namesColumns =
      this.isFirst && rows.length > 1 && first.length > 1 && first.every(({ text }) => !/^[-\d.,%\s]+$/.test(text));
    await this.builder.table({ rows, numbers, columns, headerRows: namesColumns ? 1 : 0, widths });
    this.isFirst = false;
  }

  async end(): Promise<void> {
    await this.write();
    this.builder.warn("truncatedCells", this.truncated);
    this.builder.warn("hiddenText", this.hidden);
  }
}

/** Spans by the address of their first cell. They stand after the cells in the file. */
function mergesOf(xml: string): Map<string, Span> {
  const merges = new Map<string, Span>();
  for (const [, from, to] of xml.matchAll(
    /<(?:\w+:)?mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g,
  )) {
    if (merges.size >= MERGES_MAX) break;
    const first = placeOf(from);
    const last = placeOf(to);
    if (!first || !last) continue;
    const rowSpan = Math.min(ROWS_MAX, last.row - first.row + 1);
    const columnSpan = Math.min(COLUMNS_MAX, last.column - first.column + 1);
    merges.set(`${first.row} ${first.column}`, {
      ...(rowSpan > 1 ? { rowSpan } : {}),
      ...(columnSpan > 1 ? { columnSpan } : {}),
    });
  }
  return merges;
}
