import type { Block, Piece, TableBlock, TextBlock } from "@/lib/parsing/types";
import { cut as beginning } from "@/lib/text/storable";
import { type Span, sentencesOf, trimSpan } from "./sentences";

/** What a slice is made of: a sentence, a row of a table, a heading. */
export interface Unit extends Span {
  part: number;
  tokens: number;
  /** Headings above it. */
  heading: string;
  isHeading?: true;
  /** Its sentence goes on in the next unit. */
  isCut?: true;
  /** A separator follows. */
  endsGroup?: true;
  /** Where rows are slices of their own: it is of a row, whose first unit it is, whose last, or which names the columns. */
  row?: { starts: boolean; ends: boolean; isHeader: boolean };
}

interface Cutting {
  /** Tokens of a unit. */
  max: number;
  /** Where separators part what stands before from what follows, ascending; offsets as in `ParsedIndex`. */
  borders: readonly number[];
  /** Rows are slices of their own. */
  rows?: boolean;
  /** Of the block, by `stretchesOf`. */
  stretches: readonly Stretch[];
  count(text: string): number;
}

/** A sentence, a row or a heading, which is cut only where it is too long; offsets in its block. */
export interface Stretch extends Span {
  /** Of a table. */
  row?: number;
  /** Where they were counted already. */
  tokens?: number;
}

const HEADING_MAX = 120;
const PATH_MAX = 400;
export const HEADING_SEPARATOR = " › ";

/** The headings a place stands under. */
export class Headings {
  private readonly open: { level: number; text: string }[] = [];
  /** Names of the columns of the table last begun; a long one goes on in further blocks. */
  private columns = { part: 0, count: 0, names: "" };

  /** What the columns of a table are called: by its own first rows, or by those of the block it goes on from. */
  columnNames(block: TableBlock, own: string): string {
    const { part, columns: count } = block;
    const goesOn = block.headerRows === 0 && this.columns.part === part && this.columns.count === count;
    if (!goesOn) this.columns = { part, count, names: own };
    return this.columns.names;
  }

  /** Goes below a heading; answers the path above it. */
  enter(level: number, text: string): string {
    while (this.open.length > 0 && this.open.at(-1)!.level >= level) this.open.pop();
    const above = this.path();
    this.open.push({ level, text: beginning(text.replace(/\s+/g, " ").trim(), HEADING_MAX) });
    return above;
  }

  /** Path, the innermost kept when it is long; `extra` goes last. */
  path(extra?: string): string {
    const names = this.open.map(({ text }) => text).filter(Boolean);
    if (extra) names.push(extra);
    while (names.length > 1 && names.join(HEADING_SEPARATOR).length > PATH_MAX) names.shift();
    return beginning(names.join(HEADING_SEPARATOR), PATH_MAX);
  }
}

/** Blocks of a piece; a text without structure is one paragraph. */
export function blocksOf(piece: Piece): readonly Block[] {
  if (piece.blocks.length > 0) return piece.blocks;
  return [{ kind: "paragraph", from: piece.from, to: piece.to, part: 1 }];
}

/** What a block consists of. Page headers and footers say nothing about the text they interrupt and are left out. */
export function stretchesOf(piece: Piece, block: Block, borders: readonly number[]): Stretch[] {
  if (block.kind === "header" || block.kind === "footer" || block.kind === "image") return [];
  const text = textOf(piece, block);
  if (block.kind === "heading") return [{ from: 0, to: text.length }];
  if (block.kind === "table")
    return rowsOf(block).flatMap(([row, { from, to }]) => {
      const span = trimSpan(text, from - block.from, to - block.from);
      return span ? [{ ...span, row }] : [];
    });
  return groupEnds(text, block, borders).flatMap((end, index, ends) => {
    const start = ends[index - 1] ?? 0;
    return sentencesOf(text.slice(start, end)).map(({ from, to }) => ({ from: start + from, to: start + to }));
  });
}

/** Where the parts of a text end that separators make of it. */
function groupEnds(text: string, block: Span, borders: readonly number[]): number[] {
  return [...borders.filter((at) => at > block.from && at < block.to).map((at) => at - block.from), text.length];
}

/** Units of a block. */
export function appendUnits(units: Unit[], piece: Piece, block: Block, headings: Headings, cutting: Cutting): void {
  if (block.kind === "header" || block.kind === "footer" || block.kind === "image") return;
  if (block.kind === "table") appendTable(units, piece, block, headings, cutting);
  else if (block.kind === "heading") appendHeading(units, piece, block, headings, cutting);
  else appendText(units, piece, block, headings, cutting);
}

function appendHeading(units: Unit[], piece: Piece, block: TextBlock, headings: Headings, cutting: Cutting): void {
  const text = textOf(piece, block);
  const path = headings.enter(block.level ?? 1, text);
  for (const whole of cutting.stretches)
    for (const stretch of cut(whole, { piece, block, text, ...cutting })) {
      push(units, block, { ...stretch, end: whole.to }, path);
      units.at(-1)!.isHeading = true;
    }
}

function appendText(units: Unit[], piece: Piece, block: TextBlock, headings: Headings, cutting: Cutting): void {
  const text = textOf(piece, block);
  const path = headings.path();
  const ends = groupEnds(text, block, cutting.borders);
  let next = 0;
  for (const [index, end] of ends.entries()) {
    for (; next < cutting.stretches.length && cutting.stretches[next]!.from < end; next++) {
      const sentence = cutting.stretches[next]!;
      for (const stretch of cut(sentence, { piece, block, text, ...cutting }))
        push(units, block, { ...stretch, end: sentence.to }, path);
    }
    const last = units.at(-1);
    if (index < ends.length - 1 && last) last.endsGroup = true;
  }
  endGroup(units, piece, block, cutting);
}

/** By rows. The row that names the columns stands among the headings of every later row, so that a slice tells what its figures are. */
function appendTable(units: Unit[], piece: Piece, block: TableBlock, headings: Headings, cutting: Cutting): void {
  const headerRows = new Set(
    rowsOf(block)
      .slice(0, block.headerRows)
      .map(([row]) => row),
  );
  const own = block.cells
    .filter(({ row }) => headerRows.has(row))
    .map(({ from, to }) => piece.text.slice(from - piece.from, to - piece.from).trim())
    .filter(Boolean)
    .join(" | ");
  const names = headings.columnNames(block, beginning(own, PATH_MAX / 2));
  const plain = headings.path();
  const named = headings.path(names || undefined);
  const text = textOf(piece, block);
  for (const row of cutting.stretches) {
    const isHeader = headerRows.has(row.row!);
    const first = units.length;
    for (const stretch of cut(row, { piece, block, text, ...cutting }))
      push(units, block, { ...stretch, end: row.to }, isHeader ? plain : named);
    if (!cutting.rows) continue;
    for (let at = first; at < units.length; at++)
      units[at]!.row = { starts: at === first, ends: at === units.length - 1, isHeader };
  }
  endGroup(units, piece, block, cutting);
}

/** Numbers and places of the rows of a table, in their order. */
function rowsOf({ cells }: TableBlock): [number, Span][] {
  const rows = new Map<number, Span>();
  for (const { row, from, to } of cells) {
    const known = rows.get(row);
    rows.set(row, known ? { from: Math.min(known.from, from), to: Math.max(known.to, to) } : { from, to });
  }
  // A sheet's rows are numbered as in the sheet: the first ones need not be 0.
  return [...rows].sort(([a], [b]) => a - b);
}

/** The text between blocks is white space; a separator may lie in it. */
function endGroup(units: Unit[], piece: Piece, block: Block, { borders }: Cutting): void {
  const last = units.at(-1);
  if (borders.length === 0 || !last) return;
  const next = piece.blocks[piece.blocks.indexOf(block) + 1]?.from ?? piece.to;
  if (borders.some((at) => at >= block.to && at <= next)) last.endsGroup = true;
}

const textOf = (piece: Piece, { from, to }: Span) => piece.text.slice(from - piece.from, to - piece.from);

/** A stretch of a block with its tokens. */
interface Counted extends Span {
  tokens: number;
}

function push(
  units: Unit[],
  block: Block,
  { from, to, tokens, end }: Counted & { end: number },
  heading: string,
): void {
  const isCut = to < end && { isCut: true as const };
  units.push({ from: block.from + from, to: block.from + to, part: block.part, tokens, heading, ...isCut });
}

const SOFT_ENDS = /[，、；：,;:]|\s/;

interface Cut extends Pick<Cutting, "max" | "count"> {
  piece: Piece;
  block: Span;
  /** Of the block. */
  text: string;
}

/** With the white space that follows, so that the sum of a slice's units is never below its text. */
export function countedText(piece: Piece, block: Span, { from, to }: Span): string {
  const start = block.from - piece.from;
  return piece.text.slice(start + from, start + to + 1);
}

/** A sentence too long for a slice, cut after a comma or a space where there is one, never inside a character. */
function* cut(span: Stretch, cutting: Cut): Generator<Counted> {
  const { piece, block, text, max, count } = cutting;
  const { from: begin, to: end, tokens = count(countedText(piece, block, span)) } = span;
  // Rare characters have up to four tokens; what is shorter is never cut.
  if (tokens <= max || end - begin <= Math.max(2, max / 4)) {
    yield { from: begin, to: end, tokens };
    return;
  }
  let middle = Math.floor((span.from + span.to) / 2);
  const reach = Math.floor((span.to - span.from) / 4);
  for (let step = 0; step < reach; step++) {
    if (SOFT_ENDS.test(text[middle - step - 1]!)) {
      middle -= step;
      break;
    }
  }
  if (/[\udc00-\udfff]/.test(text[middle] ?? "")) middle++;
  for (const [from, to] of [
    [span.from, middle],
    [middle, span.to],
  ] as const) {
    const half = trimSpan(text, from, to);
    if (half && half.to - half.from < span.to - span.from) yield* cut(half, cutting);
  }
}
