// What stands on the two sides of a white strip: columns of text, or cells of a table.
import { charsOf, median, type Row, rowsOf, textOf } from "./lines.ts";
import type { Fragment } from "./page.ts";

/** What stands on one side of a strip, measured. */
export interface Side {
  rows: Row[];
  width: number;
  /** Lines whose words follow each other without wide gaps. */
  solid: number;
  /** Mostly words, however few; running text, and such that nobody could take for anything else. */
  isWordy: boolean;
  isRunning: boolean;
  isStrong: boolean;
}

/** Letter heights by which lines on one level may differ. */
const LEVEL = 0.06;

export function sideOf(fragments: readonly Fragment[]): Side {
  const rows = rowsOf(fragments);
  const edges = rows.map(({ fragments: row }) => [
    Math.min(...row.map(({ x0 }) => x0)),
    Math.max(...row.map(({ x1 }) => x1)),
  ]) as [number, number][];
  const left = Math.min(...edges.map(([x0]) => x0));
  // One line in twenty may run over.
  const right = edges.map(([, x1]) => x1).sort((a, b) => a - b)[Math.floor((edges.length - 1) * 0.95)] ?? left;
  const width = Math.max(0, right - left);
  let [solid, long, full] = [0, 0, 0];
  rows.forEach(({ fragments: row, size }, index) => {
    const [x0, x1] = edges[index]!;
    // Lines of narrow columns set flush have wide gaps too.
    const inked = row.reduce((sum, fragment) => sum + fragment.x1 - fragment.x0, 0);
    if (row.length > 1 && (inked < (x1 - x0) * 0.65 || (x1 - x0 - inked) / (row.length - 1) > size * 3)) return;
    solid++;
    if (charsOf(row) >= 12 || x1 - x0 > size * 8) long++;
    if (x1 - x0 >= width * 0.7) full++;
  });
  const count = rows.length;
  const isWordy = count > 0 && long >= count * 0.5;
  const isRunning = isWordy && count >= 3 && full >= count * 0.4;
  return {
    rows,
    width,
    solid,
    isWordy,
    isRunning,
    isStrong: isRunning && count >= 5 && long >= count * 0.7 && full >= count * 0.6,
  };
}

/** Running text on both sides, or beside something that does not belong to its lines, such as code or a figure. */
export function areColumns(left: Side, right: Side, width: number): boolean {
  if (left.isRunning && right.isRunning) return true;
  const [text, other] = left.isStrong ? [left, right] : [right, left];
  if (!text.isStrong || other.rows.length === 0) return false;
  if (isNumbering(other.rows)) return true;
  const from = other.rows[0]!.y0;
  const to = other.rows.at(-1)!.y1;
  const beside = text.rows.filter(({ y0, y1 }) => y1 > from && y0 < to).length;
  if (stepShare(other.rows, text.rows) < 0.6) return true;
  const isDense = other.rows.length >= 3 && other.rows.length >= beside * 0.5 && other.solid >= other.rows.length * 0.8;
  return isDense && (other.isRunning || other.width >= width * 0.22);
}

/** Lines that stand equally far from the nearest of the others: cells of one row, however they are aligned. */
function stepShare(rows: readonly Row[], others: readonly Row[]): number {
  const steps = rows.map(({ base }) =>
    others.reduce((least, other) => (Math.abs(base - other.base) < Math.abs(least) ? base - other.base : least), 1000),
  );
  const usual = median(steps);
  const size = median(rows.map((row) => row.size));
  const same = steps.filter((step) => Math.abs(step - usual) < size * LEVEL + 0.3).length;
  return Math.abs(usual) < size * 0.4 ? same / rows.length : 0;
}

/** Lines counted in the margin. */
function isNumbering(rows: readonly Row[]): boolean {
  const numbers = rows.map(({ fragments }) => Number(fragments.map(textOf).join("")));
  const step = numbers[1]! - numbers[0]!;
  return rows.length >= 5 && step > 0 && numbers.every((value, index) => value === numbers[0]! + step * index);
}

/** Each line of the shorter side stands level with one of the other. */
export function areRows(left: Side, right: Side): boolean {
  const [fewer, more] = left.rows.length <= right.rows.length ? [left, right] : [right, left];
  return levelShare(fewer.rows, more.rows) >= 0.7 && fewer.rows.length * 3 >= more.rows.length;
}

function levelShare(rows: readonly Row[], others: readonly Row[]): number {
  return rows.filter((row) => others.some((other) => isLevel(row, other))).length / rows.length;
}

export const isLevel = (a: Row, b: Row) => Math.abs(a.base - b.base) < Math.max(a.size, b.size) * LEVEL + 0.3;
