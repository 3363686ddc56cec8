import type { StyledRun } from "@/lib/parsing/types";
import type { Hit, Mark } from "./types";

/** A stretch of text in which nothing changes: style, marks, hit. */
export interface Segment {
  from: number;
  to: number;
  style?: StyledRun;
  /** Outermost first. */
  marks: readonly Mark[];
  hit?: Hit;
}

const NONE: readonly never[] = [];

interface Range {
  from: number;
  to: number;
}

export const overlaps = (a: Range, b: Range): boolean => a.from < b.to && b.from < a.to;

/** Those that touch a range; always the same empty list when none does, so that nothing is drawn again for it. */
export function within<T extends Range>(ranges: readonly T[], range: Range): readonly T[] {
  const found = ranges.filter((one) => overlaps(one, range));
  return found.length > 0 ? found : NONE;
}

/** Cuts a range wherever a style, a mark or a hit begins or ends. */
export function segments(
  range: Range,
  {
    runs = NONE,
    marks = NONE,
    hits = NONE,
  }: { runs?: readonly StyledRun[]; marks?: readonly Mark[]; hits?: readonly Hit[] },
): Segment[] {
  if (range.to <= range.from) return [];
  const cuts = new Set([range.from, range.to]);
  for (const list of [runs, marks, hits]) {
    for (const { from, to } of list) {
      if (from > range.from && from < range.to) cuts.add(from);
      if (to > range.from && to < range.to) cuts.add(to);
    }
  }
  const points = [...cuts].sort((a, b) => a - b);
  const cut: Segment[] = [];
  for (let at = 0; at + 1 < points.length; at++) {
    const piece = { from: points[at]!, to: points[at + 1]! };
    cut.push({
      ...piece,
      style: runs.find((run) => overlaps(run, piece)),
      marks: within(marks, piece),
      hit: hits.find((hit) => overlaps(hit, piece)),
    });
  }
  return cut;
}

/** A run of a pdf page that lies in a range, and which of its characters do. */
export interface RunRange {
  item: number;
  start: number;
  end: number;
  /** Of the whole run. */
  length: number;
  box: { x: number; y: number; width: number; height: number };
}

type Run = readonly [item: number, from: number, to: number, x: number, y: number, width: number, height: number];

export function runRanges(runs: readonly Run[], range: Range): RunRange[] {
  const found: RunRange[] = [];
  for (const [item, from, to, x, y, width, height] of runs) {
    if (from >= range.to || to <= range.from) continue;
    const start = Math.max(range.from, from) - from;
    const end = Math.min(range.to, to) - from;
    found.push({ item, start, end, length: to - from, box: { x, y, width, height } });
  }
  return found;
}

const PARTED_END = /^[-‐\u00ad]?\s*$/;

/** Whether a text item of the page is the run of so many characters: a word parted at its end has lost the hyphen. */
export function isRunOf(item: string, length: number): boolean {
  return item.length === length || (item.length > length && PARTED_END.test(item.slice(length)));
}

/** Letter heights of white that end a line: a column of a page has its own beginning. */
const COLUMN_GAP = 2;

/** Where the line begins that a run stands in: the left edge of the first run before it without a wide gap between. */
export function lineStart(runs: readonly Run[], box: RunRange["box"]): number {
  const before = runs
    .filter(([, , , x, y, , height]) => x < box.x && Math.abs(y + height / 2 - box.y - box.height / 2) < box.height / 2)
    .sort(([, , , a], [, , , b]) => b - a);
  let start = box.x;
  for (const [, , , x, , width] of before) {
    if (x + width < start - COLUMN_GAP * box.height) break;
    start = x;
  }
  return start;
}

/** The number in a list of things that follow each other in the text which holds a place; the nearest one before it otherwise. */
export function indexAt(ranges: readonly Range[], at: number): number {
  let low = 0;
  let high = ranges.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ranges[middle]!.from <= at) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
