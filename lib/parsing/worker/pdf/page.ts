// The text of one page as fragments: stretches of a line without a wide gap, with the place of every item.
import type { PageViewport } from "pdfjs-dist";
import type { TextContent, TextItem, TextStyle } from "pdfjs-dist/types/src/display/api";
import { inReadingOrder } from "./direction.ts";
import { letters } from "./letters.ts";
import type { Matrix, PdfLibrary } from "./open.ts";

export const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** Signs that fill half of their square. */
const WIDE_END = /[、。，．：；！？」』）】〉》〕]$/;
const WIDE_START = /^[「『（【〈《〔、。，．：；！？」』）】〉》〕]/;
/** Signs of Chinese that have no square of their own in fonts of other scripts. */
const SHARED = /[“”‘’—…]/;
/** Smaller than anybody can read. */
const TINY = 1;
/** A gap of so many letter heights ends a fragment. */
const GAP = 0.9;
/** What stands before a list item keeps its item, however far it is set off. */
const MARKER = /^\s*(?:[•●○■□▪▫◦‣·–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s*$/;
const MARKER_GAP = 4;

/** Clockwise degrees words are turned by; Chinese and Japanese written downwards count as turned by 90. */
type Turn = 0 | 90 | 180 | 270;

/**
 * An item of the page's text. Its box is that of the page turned until the words run to the right and lines follow each
 * other downwards, so that all text is ordered in one way.
 */
export interface PageRun {
  /** Among the items of the library. */
  index: number;
  text: string;
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  /** The line it stands on. */
  base: number;
  size: number;
  turn: Turn;
  rtl: boolean;
  /** Put onto the page later: the value of a field, text typed onto it. */
  isFilled?: true;
  /** Recognised in a picture, and as likely as not wrong. */
  isUnsure?: true;
  /** As shown, origin top left. */
  place: [x: number, y: number, width: number, height: number];
}

export interface Fragment extends PageRun {
  runs: PageRun[];
  /** What stands before each of the runs. */
  spaces: string[];
  /** Characters of all runs. */
  length: number;
}

/** What is left out of a page, and what was. */
interface Leaving {
  /** Items nobody sees. */
  unseen?: ReadonlySet<number>;
  /** Fonts whose characters mean nothing. */
  unmapped: ReadonlySet<string>;
  /** The file shows less of its pages than it has: printers' marks stand around them. */
  isCropped: boolean;
}

interface Found {
  fragments: Fragment[];
  /** Characters nobody can see. */
  hidden: number;
  /** Characters of fonts without a map. */
  unreadable: number;
}

/** Fragments of a page. */
export function fragmentsOf(
  content: TextContent,
  viewport: PageViewport,
  pdfjs: PdfLibrary,
  { unseen, unmapped, isCropped }: Leaving,
): Found {
  let hidden = 0;
  let unreadable = 0;
  let spaced = false;
  let isNew = true;
  let index = -1;
  const placedRuns: PlacedRun[] = [];
  for (const item of content.items) {
    if (!("str" in item)) continue;
    index++;
    if (item.str.trim() === "") {
      spaced ||= item.str !== "" || item.hasEOL;
      isNew ||= item.hasEOL;
      continue;
    }
    const run = placed(item, index, viewport, content.styles[item.fontName], pdfjs);
    const isOff = isOutside(run, viewport);
    if (run.size < TINY || isOff || unseen?.has(index)) {
      if (!isOff || !isCropped) hidden += item.str.length;
      continue;
    }
    if (unmapped.has(item.fontName)) {
      unreadable += item.str.length;
      continue;
    }
    placedRuns.push({ run, spaced, isNew });
    spaced = false;
    isNew = item.hasEOL;
  }
  const fragments = joined(stacked(placedRuns));
  for (const fragment of fragments) sortDrawn(fragment);
  inReadingOrder(fragments, (runs) =>
    runs.map((run, index) => (index === 0 ? "" : spaceBetween(runs[index - 1]!, run, false))),
  );
  return { fragments, hidden, unreadable };
}

/** Some programs draw the signs of another font before the words they stand among. */
function sortDrawn(fragment: Fragment): void {
  const { runs, rtl } = fragment;
  const isBefore = (run: PageRun, last: PageRun) => run.x1 <= last.x0 + run.size * BESIDE;
  if (rtl || !runs.some((run, at) => at > 0 && isBefore(run, runs[at - 1]!))) return;
  fragment.runs = [...runs].sort((a, b) => a.x0 - b.x0);
  fragment.spaces = fragment.runs.map((run, at) => (at === 0 ? "" : spaceBetween(fragment.runs[at - 1]!, run, false)));
}
/** So far boxes of runs beside each other may overlap, in letter heights. */
const BESIDE = 0.1;

/** Runs in the order they come, as fragments. */
export function joined(runs: readonly PlacedRun[]): Fragment[] {
  const fragments: Fragment[] = [];
  let current: Fragment | undefined;
  for (const { run, spaced, isNew } of runs) {
    if (current && !isNew && continues(current, run)) add(current, run, spaced);
    else {
      current = fragmentOf(run);
      fragments.push(current);
    }
  }
  return fragments;
}

export const fragmentOf = (run: PageRun): Fragment => ({
  ...run,
  runs: [run],
  spaces: [""],
  length: run.text.length,
});

export interface PlacedRun {
  run: PageRun;
  /** White space, or the end of a line, stands before it. */
  spaced: boolean;
  isNew: boolean;
}

/** Characters under each other that make a column, in letter heights from one to the next. */
const STACK_MIN = 4;
const STACK_STEP = [0.45, 1.3] as const;
const STACK_LENGTH = 3;

/**
 * Programs that know no vertical fonts write downwards by placing one upright character under the other: such a stack is
 * taken for one vertical line.
 */
function stacked(runs: readonly PlacedRun[]): readonly PlacedRun[] {
  const stacks: PlacedRun[][] = [];
  for (const entry of runs) {
    const last = stacks.at(-1)?.at(-1);
    if (last && isUnder(last.run, entry.run)) stacks.at(-1)!.push(entry);
    else stacks.push([entry]);
  }
  if (!stacks.some((stack) => stack.length >= STACK_MIN)) return runs;
  let wasStack = false;
  return stacks.flatMap((stack) => {
    // The short end of a paragraph follows a whole column.
    wasStack = stack.length >= STACK_MIN || (wasStack && isStackable(stack[0]!.run));
    if (!wasStack) return stack;
    return stack.map(({ run, spaced }, at) => ({
      run: downwards(run),
      spaced: spaced && at === 0,
      isNew: at === 0,
    }));
  });
}

const isStackable = ({ turn, text, x0, x1, size }: PageRun) =>
  turn === 0 && CJK.test(text) && text.length <= STACK_LENGTH && x1 - x0 < size * 1.6;

function isUnder(above: PageRun, run: PageRun): boolean {
  if (!isStackable(above) || above.turn !== run.turn || run.text.length > STACK_LENGTH) return false;
  const size = Math.max(above.size, run.size);
  const step = (run.base - above.base) / size;
  // Brackets and stops stand aside in their squares.
  const aside = WIDE_END.test(above.text) || WIDE_START.test(run.text) || WIDE_START.test(above.text) ? 0.8 : 0.3;
  return (
    Math.abs((above.x0 + above.x1 - run.x0 - run.x1) / 2) < size * aside && step > STACK_STEP[0] && step < STACK_STEP[1]
  );
}

/** An upright run as part of a line that runs downwards. */
function downwards(run: PageRun): PageRun {
  const [x, y, width, height] = run.place;
  return { ...run, turn: 90, ...turned(x, y, x + width, y + height, 90), base: -(x + width / 2) + run.size * MIDDLE };
}

/** How far above its line the middle of a letter stands, in letter heights. */
const MIDDLE = 0.35;

function placed(
  item: TextItem,
  index: number,
  viewport: PageViewport,
  style: TextStyle | undefined,
  pdfjs: PdfLibrary,
): PageRun {
  const [a, b, c, d, e, f] = pdfjs.Util.transform(viewport.transform, item.transform) as Matrix;
  const size = Math.hypot(c, d) || Math.hypot(a, b);
  const length = item.width * viewport.scale;
  const ascent = style?.ascent || 0.85;
  // Unit vectors along the line and up from it.
  const along = unit(a, b);
  const up = unit(c, d);
  const height = style?.vertical ? item.height * viewport.scale : length;
  const [one, other]: [Point, Point] = style?.vertical
    ? [
        [e - size / 2, f],
        [e + size / 2, f + height],
      ]
    : [
        [e + up[0] * size * ascent, f + up[1] * size * ascent],
        [e + along[0] * length + up[0] * size * (ascent - 1), f + along[1] * length + up[1] * size * (ascent - 1)],
      ];
  const x0 = Math.min(one[0], other[0]);
  const y0 = Math.min(one[1], other[1]);
  const x1 = Math.max(one[0], other[0]);
  const y1 = Math.max(one[1], other[1]);
  const turn = style?.vertical ? 90 : turnOf(along);
  const base = style?.vertical ? size * MIDDLE - e : [f, -e, -f, e][turn / 90]!;
  const place: PageRun["place"] = [x0, y0, x1 - x0, y1 - y0];
  // Field by field: a spread costs more than the rest of this.
  const box = turned(x0, y0, x1, y1, turn);
  return {
    index,
    text: letters(item.str),
    x0: box.x0,
    y0: box.y0,
    x1: box.x1,
    y1: box.y1,
    base,
    size,
    turn,
    rtl: item.dir === "rtl",
    place,
  };
}

type Point = [x: number, y: number];

function unit(x: number, y: number): Point {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

/** The nearest quarter turn. */
function turnOf([x, y]: Point): Turn {
  if (Math.abs(x) >= Math.abs(y)) return x >= 0 ? 0 : 180;
  return y > 0 ? 90 : 270;
}

/** A box of the page as it stands when words turned so run to the right. */
function turned(x0: number, y0: number, x1: number, y1: number, turn: Turn): Pick<PageRun, "x0" | "y0" | "x1" | "y1"> {
  switch (turn) {
    case 0:
      return { x0, y0, x1, y1 };
    case 90:
      return { x0: y0, y0: -x1, x1: y1, y1: -x0 };
    case 180:
      return { x0: -x1, y0: -y1, x1: -x0, y1: -y0 };
    case 270:
      return { x0: -y1, y0: x0, x1: -y0, y1: x1 };
  }
}

function isOutside({ place: [x, y, across, down] }: PageRun, { width, height }: PageViewport): boolean {
  return x + across < 0 || y + down < 0 || x > width || y > height;
}

function continues(fragment: Fragment, run: PageRun): boolean {
  if (fragment.turn !== run.turn) return false;
  const size = Math.max(fragment.size, run.size);
  if (Math.abs(run.base - fragment.runs.at(-1)!.base) > size * 0.5) return false;
  const gap = run.x0 >= fragment.x0 ? run.x0 - fragment.x1 : fragment.x0 - run.x1;
  const most = fragment.runs.length === 1 && MARKER.test(fragment.runs[0]!.text) ? MARKER_GAP : GAP;
  return gap < size * most && gap > -size * 1.5;
}

function add(fragment: Fragment, run: PageRun, spaced: boolean): void {
  const last = fragment.runs.at(-1)!;
  fragment.spaces.push(spaceBetween(last, run, spaced));
  fragment.runs.push(run);
  fragment.length += run.text.length;
  fragment.x0 = Math.min(fragment.x0, run.x0);
  fragment.x1 = Math.max(fragment.x1, run.x1);
  fragment.y0 = Math.min(fragment.y0, run.y0);
  fragment.y1 = Math.max(fragment.y1, run.y1);
  if (run.text.length > last.text.length) fragment.size = Math.max(run.size, fragment.size);
  fragment.rtl ||= run.rtl;
}

function spaceBetween(last: PageRun, run: PageRun, spaced: boolean): string {
  if (/\s$/.test(last.text) || /^\s/.test(run.text)) return "";
  // Their room is white already.
  if (WIDE_END.test(last.text) || WIDE_START.test(run.text)) return "";
  const gap = Math.max(run.x0 - last.x1, last.x0 - run.x1);
  const [before, behind] = [last.text.at(-1)!, run.text[0]!];
  const isWide = CJK.test(before) || CJK.test(behind);
  const both = isWide && [before, behind].every((sign) => CJK.test(sign) || SHARED.test(sign));
  if (spaced) return both && gap < run.size * 0.35 ? "" : " ";
  return gap > run.size * (both ? 0.6 : 0.18) ? " " : "";
}

/** What stands between two lines of one paragraph. */
export function lineJoin(before: string, after: string): string {
  if (/\s$/.test(before)) return "";
  return CJK.test(before.at(-1) ?? "") && CJK.test(after[0] ?? "") ? "" : " ";
}
