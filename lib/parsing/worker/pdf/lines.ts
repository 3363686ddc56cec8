// Lines of fragments.
import type { Fragment } from "./page.ts";

export interface Line {
  fragments: Fragment[];
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  size: number;
  turn: Fragment["turn"];
  rtl: boolean;
  text: string;
}

/** Fragments on one line, in no order yet. */
export interface Row {
  fragments: Fragment[];
  y0: number;
  y1: number;
  base: number;
  size: number;
}

export function rowsOf(fragments: readonly Fragment[]): Row[] {
  const sorted = [...fragments].sort((a, b) => a.base - b.base || a.x0 - b.x0);
  const rows: Row[] = [];
  for (const fragment of sorted) {
    const last = rows.at(-1);
    const middle = (fragment.y0 + fragment.y1) / 2;
    if (last && middle < last.y1 - last.size * 0.2 && middle > last.y0) {
      last.fragments.push(fragment);
      last.y0 = Math.min(last.y0, fragment.y0);
      last.y1 = Math.max(last.y1, fragment.y1);
      last.size = Math.max(last.size, fragment.size);
    } else {
      const { y0, y1, base, size } = fragment;
      rows.push({ fragments: [fragment], y0, y1, base, size });
    }
  }
  return rows;
}

/** Fragments of a region as lines from top to bottom, each in the direction it is read. */
export function linesOf(region: readonly Fragment[]): Line[] {
  return rowsOf(region).map(({ fragments, y0, y1, size }) => {
    const rtl = isRightToLeft(fragments);
    fragments.sort((a, b) => (rtl ? b.x0 - a.x0 : a.x0 - b.x0));
    return {
      fragments,
      y0,
      y1,
      size,
      turn: fragments[0]!.turn,
      rtl,
      x0: Math.min(...fragments.map(({ x0 }) => x0)),
      x1: Math.max(...fragments.map(({ x1 }) => x1)),
      text: fragments.map(textOf).join(" "),
    };
  });
}

function isRightToLeft(fragments: readonly Fragment[]): boolean {
  const turned = fragments.filter(({ rtl }) => rtl).length;
  if (turned === 0) return false;
  // Figures and signs have no say.
  const own = fragments.filter(({ rtl, runs }) => rtl || runs.some(({ text }) => /\p{L}/u.test(text)));
  return turned > own.length / 2;
}

export function textOf({ runs, spaces }: Fragment): string {
  return runs.length === 1 ? runs[0]!.text : runs.map(({ text }, index) => spaces[index] + text).join("");
}

/** Characters of fragments. */
export const charsOf = (fragments: readonly Fragment[]) => fragments.reduce((sum, { length }) => sum + length, 0);

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
