// White strips between columns.
import { median } from "./lines.ts";
import type { Fragment } from "./page.ts";

/** A white strip, and how far up and down nothing crosses it. */
export interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const SLOTS = 300;
const SLOT_MIN = 2;
/** Letter heights: the least width and height of a strip. */
const STRIP_WIDTH = 0.55;
const STRIP_HEIGHT = 2.5;
/** So far a line may run over the edge of its column and cross a strip all the same. */
const OVERRUN = 4;

/** The tallest of them are looked at. */
const STRIPS_MAX = 200;

/** White strips of a region with words on both sides, those that part most of them first. */
export function stripsOf(fragments: readonly Fragment[]): Strip[] {
  const sorted = [...fragments].sort((a, b) => a.y0 - b.y0);
  const size = median(sorted.map((fragment) => fragment.size));
  const from = Math.min(...sorted.map(({ x0 }) => x0));
  const to = Math.max(...sorted.map(({ x1 }) => x1));
  const step = Math.max(SLOT_MIN, (to - from) / SLOTS);
  const done: Strip[] = [];
  let open: Strip[] = [];
  // Less than a line, or a strip would lose one that only its edge crosses.
  const near = size * 0.4;
  spansOf(sorted, { from, step, slots: Math.floor((to - from) / step), size }).forEach((spans, slot) => {
    if (spans.length === 0 && open.length === 0) return;
    const left = from + slot * step;
    const next: Strip[] = [];
    for (const { top, bottom } of joined(spans, size)) {
      const at = open.findIndex((one) => Math.abs(one.top - top) < near && Math.abs(one.bottom - bottom) < near);
      if (at < 0) next.push({ left, right: left + step, top, bottom });
      else {
        const [strip] = open.splice(at, 1) as [Strip];
        strip.right = left + step;
        strip.top = Math.max(strip.top, top);
        strip.bottom = Math.min(strip.bottom, bottom);
        next.push(strip);
      }
    }
    for (const strip of open) done.push(strip);
    open = next;
  });
  return done
    .concat(open)
    .filter(({ left, right }) => right - left >= size * STRIP_WIDTH)
    .sort((a, b) => heightOf(b) - heightOf(a))
    .slice(0, STRIPS_MAX)
    .map((strip) => ({ strip, parted: partedBy(strip, sorted) }))
    .filter(({ parted }) => parted > 0)
    .sort((a, b) => b.parted - a.parted)
    .map(({ strip }) => strip);
}

const heightOf = ({ top, bottom }: Pick<Strip, "top" | "bottom">) => bottom - top;

/** A stretch of an upright line that no fragment crosses. */
interface Span {
  top: number;
  bottom: number;
  /** Only one line that runs a little over its column parts it from the one above. */
  isOverrun: boolean;
}

interface Slots {
  from: number;
  step: number;
  slots: number;
  size: number;
}

/** The spans of each slot, from fragments in order from the top. */
function spansOf(sorted: readonly Fragment[], { from, step, slots, size }: Slots): Span[][] {
  const top = sorted[0]!.y0 - 1;
  const least = size * STRIP_HEIGHT;
  const over = size * OVERRUN;
  const spans: Span[][] = Array.from({ length: slots }, () => []);
  // How far down each slot is taken, and whether by no more than the end of one line.
  const ends = new Float64Array(slots).fill(top);
  const overruns = new Uint8Array(slots);
  let bottom = top;
  for (const { x0, x1, y0, y1 } of sorted) {
    bottom = Math.max(bottom, y1);
    const last = Math.min(slots - 1, Math.floor((x1 - from - 0.01) / step));
    for (let slot = Math.max(0, Math.floor((x0 - from) / step)); slot <= last; slot++) {
      const end = ends[slot]!;
      if (y0 > end) {
        if (y0 - end >= least) spans[slot]!.push({ top: end, bottom: y0, isOverrun: overruns[slot] === 1 });
        const x = from + (slot + 0.5) * step;
        overruns[slot] = x - x0 < over || x1 - x < over ? 1 : 0;
      } else overruns[slot] = 0;
      if (y1 > end) ends[slot] = y1;
    }
  }
  for (let slot = 0; slot < slots; slot++) {
    const end = ends[slot]!;
    if (bottom + 1 - end >= least) spans[slot]!.push({ top: end, bottom: bottom + 1, isOverrun: overruns[slot] === 1 });
  }
  return spans;
}

function joined(spans: readonly Span[], size: number): readonly Pick<Strip, "top" | "bottom">[] {
  if (spans.length < 2) return spans;
  const whole: Pick<Strip, "top" | "bottom">[] = [];
  for (const span of spans) {
    const last = whole.at(-1);
    const isOver =
      last && span.isOverrun && span.top - last.bottom < size * 1.6 && isTall(last, size) && isTall(span, size);
    if (isOver) last.bottom = span.bottom;
    else whole.push({ top: span.top, bottom: span.bottom });
  }
  return whole;
}

const isTall = ({ top, bottom }: Pick<Strip, "top" | "bottom">, size: number) => bottom - top > size * 6;

/** Height of the words on the poorer side of a strip. */
function partedBy({ left, right, top, bottom }: Strip, sorted: readonly Fragment[]): number {
  const middle = (left + right) / 2;
  const heights: [number, number] = [0, 0];
  const ends: [number, number] = [top, top];
  for (const fragment of sorted) {
    if (centre(fragment) < top || centre(fragment) > bottom) continue;
    const side = (fragment.x0 + fragment.x1) / 2 < middle ? 0 : 1;
    heights[side] += Math.max(0, fragment.y1 - Math.max(fragment.y0, ends[side]));
    ends[side] = Math.max(ends[side], fragment.y1);
  }
  return Math.min(...heights);
}

export const centre = ({ y0, y1 }: Fragment) => (y0 + y1) / 2;
