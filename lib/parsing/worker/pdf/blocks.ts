// Lines of a region as paragraphs, headings, list items and tables.
import type { TextBlock } from "../../types.ts";
import type { Vocabulary } from "./hyphens.ts";
import type { Line } from "./lines.ts";
import { type Fragment, lineJoin, type PageRun } from "./page.ts";

const LIST_ITEM =
  /^\s*(?:[•●○■□▪▫◦‣·–—*-]\s|[•●○■□▪◦‣]|\(?\d{1,3}[.)、](?!\d)|\(?[a-z][.)]\s|[（(][一二三四五六七八九十\d]{1,3}[）)]|[一二三四五六七八九十]{1,3}、)/u;
const SENTENCE_END = /[.!?。！？:：;；]["'”’）)]?$/;
const TABLE_ROWS_MIN = 3;
/** With fewer rows the gaps between columns have to be wide, in letter heights. */
const CHANCE_ROWS = 5;
const CHANCE_GAP = 0.6;

interface Kind {
  kind: TextBlock["kind"];
  level?: number;
}

export interface LineBlock extends Kind {
  lines: Line[];
}

export interface LineTable {
  kind: "table";
  columns: number;
  rows: LineCell[][];
  lines: Line[];
}

interface LineCell {
  column: number;
  fragments: Fragment[];
}

/** Levels of headings by their plain titles. */
type Titles = ReadonlyMap<string, number>;

/** Blocks of a region's lines in order. */
export function blocksOf(lines: readonly Line[], bodySize: number, titles: Titles): (LineBlock | LineTable)[] {
  const blocks: (LineBlock | LineTable)[] = [];
  let plain: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const table = tableAt(lines, at);
    if (!table) plain.push(lines[at++]!);
    else {
      blocks.push(...paragraphsOf(plain, bodySize, titles), table);
      plain = [];
      at += table.lines.length;
    }
  }
  return [...blocks, ...paragraphsOf(plain, bodySize, titles)];
}

function paragraphsOf(lines: readonly Line[], bodySize: number, titles: Titles): LineBlock[] {
  if (lines.length === 0) return [];
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const right = Math.max(...lines.map(({ x1 }) => x1));
  const pitches = lines.slice(1).map((line, index) => line.y1 - lines[index]!.y1);
  const pitch = pitches.filter((value) => value > 0).sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
  const blocks: LineBlock[] = [];
  for (const [index, line] of lines.entries()) {
    const kind = kindOf(line, bodySize, titles);
    const last = blocks.at(-1);
    if (last && joins(last, lines[index - 1]!, line, { kind, left, right, pitch })) last.lines.push(line);
    else blocks.push({ ...kind, lines: [line] });
  }
  for (const block of blocks) if (block.kind === "heading" && block.lines.length > 4) Object.assign(block, PARAGRAPH);
  return blocks;
}

const PARAGRAPH: Kind = { kind: "paragraph", level: undefined };

function kindOf(line: Line, bodySize: number, titles: Titles): Kind {
  const title = titles.get(plainTitle(line.text));
  if (title) return { kind: "heading", level: title };
  const ratio = line.size / bodySize;
  if (ratio >= 1.18 && line.text.trim().length > 1 && line.text.length < 200 && /\p{L}/u.test(line.text)) {
    return { kind: "heading", level: ratio >= 1.8 ? 1 : ratio >= 1.4 ? 2 : 3 };
  }
  return { kind: LIST_ITEM.test(line.text) ? "listItem" : "paragraph" };
}

export function plainTitle(text: string): string {
  return text.replace(/[\s.…·]+/g, "").toLowerCase();
}

/** The edges of the lines around, and how far they mostly are apart. */
interface Around {
  kind: Kind;
  left: number;
  right: number;
  pitch: number;
}

function joins(block: LineBlock, before: Line, line: Line, { kind, left, right, pitch }: Around): boolean {
  if (kind.kind === "listItem") return false;
  if (kind.kind !== block.kind && !(block.kind === "listItem" && kind.kind === "paragraph")) return false;
  if (kind.level !== undefined && kind.level !== block.level) return false;
  if (Math.abs(line.size - before.size) > before.size * 0.15) return false;
  if (line.turn !== before.turn) return false;
  const step = line.y1 - before.y1;
  if (step > Math.max(pitch * 1.35, 0) && step > before.size * 1.45) return false;
  if (step > before.size * 2.6) return false;
  if (block.kind === "heading") return true;
  if (block.kind === "listItem") return line.x0 >= before.x0 - before.size && !isShort(before, right, left);
  const [start, edge] = line.rtl ? [right - line.x1, right - before.x1] : [line.x0 - left, before.x0 - left];
  // A first line set in, or a last line that ends early.
  if (start > line.size * 0.8 && edge < line.size * 0.5) return false;
  return !(isShort(before, right, left) && SENTENCE_END.test(before.text.trim()));
}

function isShort(line: Line, right: number, left: number): boolean {
  return line.rtl ? line.x0 - left > (right - left) * 0.12 : right - line.x1 > (right - left) * 0.12;
}

/** A table that begins at this line: rows of at least two cells whose columns do not overlap. */
function tableAt(lines: readonly Line[], first: number): LineTable | null {
  if (!isRow(lines[first])) return null;
  let columns: Column[] = [];
  const rows: Fragment[][] = [];
  let end = first;
  for (; end < lines.length; end++) {
    const line = lines[end]!;
    const before = end > first ? lines[end - 1] : undefined;
    if (before && line.y0 - before.y1 > Math.max(before.size, line.size) * 2.5) break;
    if (!isRow(line)) {
      // More words of a cell above: inside one column, close below.
      const only = line.fragments[0]!;
      const inside = columns.filter(({ x0, x1 }) => only.x1 > x0 && only.x0 < x1);
      const isNear = before && line.y0 - before.y1 < line.size * 0.8 && isRow(lines[end + 1]);
      if (line.fragments.length > 1 || inside.length !== 1 || !isNear || only.x1 > inside[0]!.x1 + line.size) break;
      rows.at(-1)!.push(...line.fragments);
      continue;
    }
    const merged = mergeColumns(columns, line.fragments);
    if (columns.length > 0 && merged.length < Math.max(2, Math.min(columns.length, line.fragments.length))) break;
    columns = merged;
    rows.push([...line.fragments]);
  }
  const filled = rows.filter((row) => row.length >= 2).length;
  if (columns.length < 2 || (filled < TABLE_ROWS_MIN && !(filled === 2 && columns.length >= 3))) return null;
  const used = lines.slice(first, end);
  if (!isCompact(rows, columns) || (rows.length < CHANCE_ROWS && areByChance(columns, used[0]!.size))) return null;
  return {
    kind: "table",
    columns: columns.length,
    rows: rows.map((row) => cellsOf(row, columns, used[0]!.rtl)),
    lines: used,
  };
}

const isRow = (line: Line | undefined) => line !== undefined && line.fragments.length >= 2;

interface Column {
  x0: number;
  x1: number;
}

function mergeColumns(columns: readonly Column[], fragments: readonly Fragment[]): Column[] {
  const all = [...columns, ...fragments.map(({ x0, x1 }) => ({ x0, x1 }))].sort((a, b) => a.x0 - b.x0);
  const merged: Column[] = [];
  for (const { x0, x1 } of all) {
    const last = merged.at(-1);
    if (last && x0 < last.x1 - 0.5) last.x1 = Math.max(last.x1, x1);
    else merged.push({ x0, x1 });
  }
  return merged;
}

/** Wide gaps of lines set flush that happen to stand under each other. */
function areByChance(columns: readonly Column[], size: number): boolean {
  return columns.slice(1).some(({ x0 }, index) => x0 - columns[index]!.x1 < size * CHANCE_GAP);
}

/** Cells are short on the whole: two columns of running text are none. */
function isCompact(rows: readonly Fragment[][], columns: readonly Column[]): boolean {
  const long = rows.flat().filter(({ length, x0, x1, size }) => length > 60 || x1 - x0 > size * 32).length;
  return columns.length > 2 || long < rows.flat().length * 0.3;
}

function cellsOf(row: readonly Fragment[], columns: readonly Column[], rtl: boolean): LineCell[] {
  const cells = new Map<number, Fragment[]>();
  for (const fragment of row) {
    const found = columns.findIndex(
      ({ x0, x1 }) => (fragment.x0 + fragment.x1) / 2 >= x0 && (fragment.x0 + fragment.x1) / 2 <= x1,
    );
    const column = rtl ? columns.length - 1 - Math.max(0, found) : Math.max(0, found);
    cells.set(column, [...(cells.get(column) ?? []), fragment]);
  }
  return [...cells].sort(([a], [b]) => a - b).map(([column, fragments]) => ({ column, fragments }));
}

/** Only a text with a run stands in the file. */
export interface Words {
  text: string;
  run?: PageRun;
}

/** Fragments one after the other; a word that two lines part is put together. */
export function wordsOf(fragments: readonly Fragment[], vocabulary: Vocabulary): Words[] {
  const words: Words[] = [];
  let last: { words: Words; base: number; size: number } | undefined;
  for (const { runs, spaces } of fragments) {
    runs.forEach((run, index) => {
      const next: Words = { text: run.text, run };
      if (index > 0) words.push({ text: spaces[index]! });
      else if (last) {
        const isNewLine = Math.abs(run.base - last.base) > Math.max(run.size, last.size) * 0.5;
        const parted = isNewLine ? vocabulary.between(last.words.text, run.text) : null;
        if (parted) last.words.text = last.words.text.slice(0, last.words.text.length - parted.lost);
        words.push({ text: parted ? parted.gap : lineJoin(last.words.text, run.text) });
      }
      words.push(next);
      last = { words: next, base: run.base, size: run.size };
    });
  }
  return words.filter(({ text }) => text !== "");
}
