// The text of one page as fragments: stretches of a line without a wide gap, with the place of every item.
import type { PageViewport } from "pdfjs-dist";
import type { TextContent, TextItem, TextStyle } from "pdfjs-dist/types/src/display/api";
import { letters } from "./letters.ts";
import type { Matrix, PdfLibrary } from "./open.ts";

const CJK = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** Smaller than anybody can read. */
const TINY = 1;
/** A gap of so many letter heights ends a fragment. */
const GAP = 0.9;
/** What stands before a list item keeps its item, however far it is set off. */
const MARKER = /^\s*(?:[•●○■□▪▫◦‣·–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,4})[.)])\s*$/;
const MARKER_GAP = 4;

/** An item of the page's text. Coordinates as shown, origin top left. */
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
  isUpright: boolean;
  rtl: boolean;
}

export interface Fragment extends PageRun {
  runs: PageRun[];
  /** What stands before each of the runs. */
  spaces: string[];
  /** Characters of all runs. */
  length: number;
}

/** Fragments of a page and how many characters nobody can see, `unseen` among them. */
export function fragmentsOf(
  content: TextContent,
  viewport: PageViewport,
  pdfjs: PdfLibrary,
  unseen?: ReadonlySet<number>,
): { fragments: Fragment[]; hidden: number } {
  const fragments: Fragment[] = [];
  let hidden = 0;
  let current: Fragment | null = null;
  let spaced = false;
  let index = -1;
  for (const item of content.items) {
    if (!("str" in item)) continue;
    index++;
    if (item.str.trim() === "") {
      spaced ||= item.str !== "" || item.hasEOL;
      if (item.hasEOL) current = null;
      continue;
    }
    const run = placed(item, index, viewport, content.styles[item.fontName], pdfjs);
    if (run.size < TINY || isOutside(run, viewport) || unseen?.has(index)) {
      hidden += item.str.length;
      continue;
    }
    if (current && continues(current, run)) add(current, run, spaced);
    else {
      current = { ...run, runs: [run], spaces: [""], length: run.text.length };
      fragments.push(current);
    }
    spaced = false;
    if (item.hasEOL) current = null;
  }
  for (const fragment of fragments) if (fragment.rtl) inLogicalOrder(fragment);
  return { fragments, hidden };
}

/** Right-to-left text drawn letter by letter comes from the left: put it as it is read, numbers and Latin words kept. */
function inLogicalOrder(fragment: Fragment): void {
  if (fragment.runs.length < 2) return;
  const sorted = [...fragment.runs].sort((a, b) => b.x0 - a.x0);
  const runs: PageRun[] = [];
  for (let at = 0; at < sorted.length; ) {
    let end = at + 1;
    if (isLatin(sorted[at]!)) while (end < sorted.length && isLatin(sorted[end]!)) end++;
    runs.push(...sorted.slice(at, end).reverse());
    at = end;
  }
  fragment.runs = runs;
  fragment.spaces = runs.map((run, index) => (index === 0 ? "" : spaceBetween(runs[index - 1]!, run, false)));
}

const isLatin = ({ rtl, text }: PageRun) => !rtl && /[\p{Script=Latin}\d]/u.test(text);

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
  const isUpright = !style?.vertical && Math.abs(along[1]) < 0.3 && along[0] > 0;
  return { index, text: letters(item.str), x0, y0, x1, y1, base: f, size, isUpright, rtl: item.dir === "rtl" };
}

type Point = [x: number, y: number];

function unit(x: number, y: number): Point {
  const length = Math.hypot(x, y) || 1;
  return [x / length, y / length];
}

function isOutside({ x0, y0, x1, y1 }: PageRun, { width, height }: PageViewport): boolean {
  return x1 < 0 || y1 < 0 || x0 > width || y0 > height;
}

function continues(fragment: Fragment, run: PageRun): boolean {
  if (!fragment.isUpright || !run.isUpright) return !fragment.isUpright && !run.isUpright && touches(fragment, run);
  const size = Math.max(fragment.size, run.size);
  if (Math.abs(run.base - fragment.runs.at(-1)!.base) > size * 0.5) return false;
  const gap = run.x0 >= fragment.x0 ? run.x0 - fragment.x1 : fragment.x0 - run.x1;
  const most = fragment.runs.length === 1 && MARKER.test(fragment.runs[0]!.text) ? MARKER_GAP : GAP;
  return gap < size * most && gap > -size * 1.5;
}

/** Turned or vertical text: the next item stands on the same line or column. */
function touches(fragment: Fragment, run: PageRun): boolean {
  const size = Math.max(fragment.size, run.size);
  const last = fragment.runs.at(-1)!;
  const sameColumn = Math.abs((run.x0 + run.x1 - last.x0 - last.x1) / 2) < size * 0.6;
  const sameLine = Math.abs((run.y0 + run.y1 - last.y0 - last.y1) / 2) < size * 0.6;
  const apart = Math.max(run.x0 - fragment.x1, fragment.x0 - run.x1, run.y0 - fragment.y1, fragment.y0 - run.y1);
  return (sameColumn || sameLine) && apart < size * GAP;
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
  const gap = Math.max(run.x0 - last.x1, last.x0 - run.x1);
  const both = CJK.test(last.text.at(-1)!) && CJK.test(run.text[0]!);
  if (spaced) return both && gap < run.size * 0.35 ? "" : " ";
  return gap > run.size * (both ? 0.6 : 0.18) ? " " : "";
}

/** What stands between two lines of one paragraph. */
export function lineJoin(before: string, after: string): string {
  if (/\s$/.test(before)) return "";
  return CJK.test(before.at(-1) ?? "") && CJK.test(after[0] ?? "") ? "" : " ";
}
