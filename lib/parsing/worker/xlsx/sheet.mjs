// One sheet, row by row. Only cells that hold something count: what a sheet claims to cover costs nothing.
import { TABLE_CHARS, TABLE_ROWS } from "../limits.mjs";
import { formatNumber } from "./format.mjs";

const COLUMNS_MAX = 1024;
const ROWS_MAX = 300_000;
const CELL_MAX = 32_767;
const CELLS_OF_SHEET_MAX = 1_000_000;
const MERGES_MAX = 20_000;
const DEFAULT_WIDTH = 9;

export class Sheet {
  constructor(builder, xml, { strings, styles, is1904 }) {
    Object.assign(this, { builder, strings, styles, is1904 });
    this.merges = mergesOf(xml);
    this.widths = new Map();
    this.hiddenColumns = new Set();
    this.rows = [];
    this.numbers = [];
    this.size = 0;
    this.count = 0;
    this.row = -1;
    this.cells = [];
    this.cell = null;
    this.truncated = 0;
    this.hidden = 0;
    this.isFirst = true;
    this.part = "";
    this.open = (tag, attributes) => this.opened(tag, attributes);
    this.close = (tag) => this.closed(tag);
    this.text = (words) => {
      if (this.cell && this.part) this.cell.chunks.push(words);
    };
    this.drain = async () => {
      if (this.rows.length >= TABLE_ROWS || this.size > TABLE_CHARS) await this.write();
    };
  }

  opened(tag, attributes) {
    if (tag === "c") {
      const place = placeOf(attributes.r);
      const column = place?.column ?? (this.cells.at(-1)?.column ?? -1) + 1;
      this.cell = {
        column,
        row: place?.row ?? this.row,
        type: attributes.t,
        style: this.styles[Number(attributes.s)],
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

  columns({ min, max, width, hidden }) {
    const last = Math.min(Number(max), COLUMNS_MAX);
    for (let column = Number(min) - 1; column < last; column++) {
      if (hidden === "1" || hidden === "true") this.hiddenColumns.add(column);
      if (Number(width) > 0) this.widths.set(column, Math.round(Number(width) * 100) / 100);
    }
  }

  closed(tag) {
    if (tag === "v" || tag === "t") this.part = "";
    else if (tag === "rPh") this.inPhonetic = false;
    else if (tag === "c") this.endCell();
    else if (tag === "row") this.endRow();
  }

  endCell() {
    const { column, row, type, style, chunks } = this.cell;
    this.cell = null;
    const text = this.valueOf(chunks.join(""), type, style);
    if (text.trim() === "") return;
    if (this.isHidden || this.hiddenColumns.has(column)) {
      this.hidden++;
      return;
    }
    if (column >= COLUMNS_MAX || row >= ROWS_MAX || ++this.count > CELLS_OF_SHEET_MAX) {
      this.truncated++;
      return;
    }
    if (text.length > CELL_MAX) this.truncated++;
    const written = { column, text: text.slice(0, CELL_MAX) };
    if (style?.bold) written.bold = true;
    const isNumber = type === undefined || type === "n";
    if (style?.align || isNumber) written.align = style?.align ?? "right";
    Object.assign(written, this.merges.get(`${row} ${column}`));
    this.cells.push(written);
  }

  valueOf(raw, type, style) {
    switch (type) {
      case "s":
        return this.strings[Number(raw)] ?? "";
      case "str":
      case "inlineStr":
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
        return raw === "" ? "" : formatNumber(Number(raw), style?.code ?? "General", this.is1904);
    }
  }

  endRow() {
    if (this.cells.length === 0) return;
    this.cells.sort((a, b) => a.column - b.column);
    this.rows.push(this.cells);
    this.numbers.push(this.row);
    this.size += this.cells.reduce((sum, { text }) => sum + text.length + 1, 0);
    this.cells = [];
  }

  async write() {
    const { rows, numbers } = this;
    [this.rows, this.numbers, this.size] = [[], [], 0];
    if (rows.length === 0) return;
    const columns = rows.reduce((most, row) => Math.max(most, row.at(-1).column + 1), 1);
    const widths = Array.from({ length: columns }, (_, column) => this.widths.get(column) ?? DEFAULT_WIDTH);
    const namesColumns =
      this.isFirst && rows.length > 1 && rows[0].length > 1 && rows[0].every(({ text }) => !/^[-\d.,%\s]+$/.test(text));
    await this.builder.table({ rows, numbers, columns, headerRows: namesColumns ? 1 : 0, widths });
    this.isFirst = false;
  }

  async end() {
    await this.write();
    this.builder.warn("truncatedCells", this.truncated);
    this.builder.warn("hiddenText", this.hidden);
  }
}

/** Spans by the address of their first cell. They stand after the cells in the file. */
function mergesOf(xml) {
  const merges = new Map();
  for (const [, from, to] of xml.matchAll(
    /<(?:\w+:)?mergeCell\s[^>]{0,200}?ref="([A-Z]{1,3}\d{1,7}):([A-Z]{1,3}\d{1,7})"/g,
  )) {
    if (merges.size >= MERGES_MAX) break;
    const first = placeOf(from);
    const last = placeOf(to);
    const rowSpan = Math.min(ROWS_MAX, last.row - first.row + 1);
    const columnSpan = Math.min(COLUMNS_MAX, last.column - first.column + 1);
    merges.set(`${first.row} ${first.column}`, {
      ...(rowSpan > 1 ? { rowSpan } : {}),
      ...(columnSpan > 1 ? { columnSpan } : {}),
    });
  }
  return merges;
}

/** Row and column from 0 of an address such as `C12`; null for anything else. */
function placeOf(address) {
  const found = /^([A-Z]{1,3})(\d{1,7})$/.exec(address ?? "");
  if (!found) return null;
  const column = [...found[1]].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { row: Number(found[2]) - 1, column };
}
