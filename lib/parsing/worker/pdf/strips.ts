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

/** White strips of a region with words on both sides, those that part most of them first. */
export function stripsOf(fragments: readonly Fragment[]): Strip[] {
  const sorted = [...fragments].sort((a, b) => a.y0 - b.y0);
  const size = median(sorted.map((fragment) => fragment.size));
  const from = Math.min(...sorted.map(({ x0 }) => x0));
  const to = Math.max(...sorted.map(({ x1 }) => x1));
  const step = Math.max(SLOT_MIN, (to - from) / SLOTS);
  const slots = Math.floor((to - from) / step);
  const crossing: Fragment[][] = Array.from({ length: slots }, () => []);
  for (const fragment of sorted) {
    const last = Math.min(slots - 1, Math.floor((fragment.x1 - from - 0.01) / step));
    for (let slot = Math.max(0, Math.floor((fragment.x0 - from) / step)); slot <= last; slot++)
      crossing[slot]!.push(fragment);
  }
  const top = sorted[0]!.y0 - 1;
  const bottom = Math.max(...sorted.map(({ y1 }) => y1)) + 1;
  const done: Strip[] = [];
  let open: Strip[] = [];
  crossing.forEach((across, slot) => {
    const left = from + slot * step;
    const next = spansOf(across, left + step / 2, { top, bottom, size }).map((span) => {
      // Less than a line, or the strip would lose one that only its edge crosses.
      const isSame = (a: number, b: number) => Math.abs(a - b) < size * 0.4;
      const before = open.find((one) => isSame(one.top, span.top) && isSame(one.bottom, span.bottom));
      const strip = { ...span, left, right: left + step };
      if (!before) return strip;
      open = open.filter((one) => one !== before);
      const [y0, y1] = [Math.max(before.top, span.top), Math.min(before.bottom, span.bottom)];
      return { left: before.left, right: strip.right, top: y0, bottom: y1 };
    });
    done.push(...open);
    open = next;
  });
  return done
    .concat(open)
    .filter(({ left, right }) => right - left >= size * STRIP_WIDTH)
    .map((strip) => ({ strip, parted: partedBy(strip, sorted) }))
    .filter(({ parted }) => parted > 0)
    .sort((a, b) => b.parted - a.parted || heightOf(b.strip) - heightOf(a.strip))
    .map(({ strip }) => strip);
}

const heightOf = ({ top, bottom }: Strip) => bottom - top;

interface Frame {
  top: number;
  bottom: number;
  size: number;
}

/** Stretches of an upright line that no fragment crosses. */
function spansOf(
  across: readonly Fragment[],
  x: number,
  { top, bottom, size }: Frame,
): Pick<Strip, "top" | "bottom">[] {
  const spans: { top: number; bottom: number; isOverrun: boolean }[] = [];
  let at = top;
  let isOverrun = false;
  const close = (until: number) => {
    if (until - at >= size * STRIP_HEIGHT) spans.push({ top: at, bottom: until, isOverrun });
    isOverrun = false;
  };
  for (const fragment of across) {
    const { y0, y1, x0, x1 } = fragment;
    if (y0 > at) {
      close(y0);
      // One line alone that runs a little over its column.
      isOverrun = Math.min(x - x0, x1 - x) < size * OVERRUN;
    } else isOverrun = false;
    at = Math.max(at, y1);
  }
  close(bottom);
  const joined: Pick<Strip, "top" | "bottom">[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    const isOver =
      last && span.isOverrun && span.top - last.bottom < size * 1.6 && isTall(last, size) && isTall(span, size);
    if (isOver) last.bottom = span.bottom;
    else joined.push({ top: span.top, bottom: span.bottom });
  }
  return joined;
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
