// Reading order of a page: bands from top to bottom, columns inside a band from left to right (right to left in
// right-to-left pages).
import type { Fragment } from "./page.ts";

const STEP = 2;

/** Fragments that are read one after the other; a plain one is none of several columns. */
type Region = Fragment[] & { isPlain?: boolean };

export interface Line {
  fragments: Fragment[];
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  size: number;
  isUpright: boolean;
  rtl: boolean;
  text: string;
}

/** Part of a band: the lines of several columns, or what runs across. */
interface Group {
  isColumns: boolean;
  members: Fragment[];
}

/** Regions of fragments in reading order. */
export function regionsOf(fragments: Fragment[], depth = 0): Region[] {
  if (fragments.length < 6 || depth > 4) return fragments.length > 0 ? [fragments] : [];
  const gutter = gutterOf(fragments);
  if (!gutter) return [fragments];
  const { left, right } = gutter;
  const crosses = ({ x0, x1 }: Fragment) => x0 < left && x1 > right;
  const regions: Region[] = [];
  let split = false;
  for (const band of bandsOf(fragments, crosses)) {
    const groups = band.some(crosses) ? [{ isColumns: false, members: band }] : groupsOf(band, left);
    for (const { isColumns, members } of groups) {
      if (isColumns) {
        split = true;
        const sides = sidesOf(members, left);
        if (members.filter(({ rtl }) => rtl).length > members.length / 2) sides.reverse();
        for (const side of sides) regions.push(...regionsOf(side, depth + 1));
      } else {
        // What is no column goes on with what stands above it.
        const last = regions.at(-1);
        if (last?.isPlain) last.push(...members);
        else regions.push(Object.assign([...members], { isPlain: true }));
      }
    }
  }
  return split ? regions : [fragments];
}

/** The emptiest upright strip near the middle; null when text runs through everywhere. */
function gutterOf(fragments: readonly Fragment[]): { left: number; right: number } | null {
  const from = Math.min(...fragments.map(({ x0 }) => x0));
  const to = Math.max(...fragments.map(({ x1 }) => x1));
  const slots = Math.ceil((to - from) / STEP);
  if (slots < 30 || slots > 5000) return null;
  const cover = new Float64Array(slots);
  for (const { x0, x1, y0, y1 } of fragments) {
    const last = Math.min(slots - 1, Math.floor((x1 - from) / STEP));
    for (let slot = Math.max(0, Math.floor((x0 - from) / STEP)); slot <= last; slot++) cover[slot]! += y1 - y0;
  }
  const typical = [...cover].sort((a, b) => a - b)[Math.floor(slots * 0.6)]!;
  const most = typical * 0.35;
  let best: { quality: number; left: number; right: number } | null = null;
  for (let slot = Math.floor(slots * 0.15); slot < slots * 0.85; slot++) {
    if (cover[slot]! > most) continue;
    let end = slot;
    let sum = 0;
    while (end < slots && cover[end]! <= most) sum += cover[end++]!;
    const width = (end - slot) * STEP;
    const quality = width / (1 + (4 * sum) / ((end - slot) * (typical + 1)));
    if (width >= 6 && (!best || quality > best.quality)) {
      // The strip's emptiest part: a crossing line's ragged end may stand in it.
      best = { quality, left: from + slot * STEP + STEP, right: from + end * STEP - STEP };
    }
    slot = end;
  }
  return best;
}

const sidesOf = (fragments: readonly Fragment[], left: number) => [
  fragments.filter(({ x0 }) => x0 < left),
  fragments.filter(({ x0 }) => x0 >= left),
];

/**
 * A band cut where nothing stands on either side, and put together again: columns go on over such a gap unless a heading
 * or a table begins after it.
 */
function groupsOf(band: readonly Fragment[], left: number): Group[] {
  const slabs = slabsOf(band);
  const size = median(band.map((fragment) => fragment.size));
  const groups: Group[] = [];
  for (const slab of slabs) {
    const sides = sidesOf(slab, left);
    const last = groups.at(-1);
    const isHeading = slab.length <= 2 && slab.every((fragment) => fragment.size > size * 1.12);
    const goesOn = last?.isColumns && !isHeading && isText(slab);
    if (areColumns(sides) || goesOn) {
      if (last?.isColumns) last.members.push(...slab);
      else groups.push({ isColumns: true, members: [...slab] });
    } else groups.push({ isColumns: false, members: slab });
  }
  return groups;
}

/** Lines of running text, however few. */
function isText(slab: readonly Fragment[]): boolean {
  return slab.filter(({ x0, x1, size }) => x1 - x0 > size * 8).length >= slab.length * 0.7;
}

function slabsOf(band: readonly Fragment[]): Fragment[][] {
  const gap = median(band.map(({ size }) => size)) * 0.9;
  const slabs: Fragment[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const fragment of [...band].sort((a, b) => a.y0 - b.y0)) {
    if (fragment.y0 - bottom > gap) slabs.push([]);
    slabs.at(-1)!.push(fragment);
    bottom = Math.max(bottom, fragment.y1);
  }
  return slabs;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Fragments from top to bottom, a new band wherever lines begin or cease to run across the gutter. */
function bandsOf(fragments: readonly Fragment[], crosses: (fragment: Fragment) => boolean): Fragment[][] {
  const sorted = [...fragments].sort((a, b) => a.y0 - b.y0);
  const bands: Fragment[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  let across: boolean | null = null;
  for (const fragment of sorted) {
    const isAcross = crosses(fragment);
    if (across === null || isAcross !== across) {
      const isBeside = fragment.y0 < bottom - fragment.size * 0.5;
      if (across !== null && (isBeside || (across && endsParagraph(bands.at(-1)!, fragment, sorted)))) {
        // Beside what runs across, or its last line.
        bands.at(-1)!.push(fragment);
        bottom = Math.max(bottom, fragment.y1);
        continue;
      }
      bands.push([]);
      across = isAcross;
      bottom = Number.NEGATIVE_INFINITY;
    }
    bands.at(-1)!.push(fragment);
    bottom = Math.max(bottom, isAcross ? fragment.y1 : bottom);
  }
  return bands;
}

/** The short last line of a paragraph that runs across: close below, alone, at its left edge. */
function endsParagraph(band: readonly Fragment[], fragment: Fragment, all: readonly Fragment[]): boolean {
  const above = band.at(-1)!;
  const isClose = fragment.y0 - above.y1 < fragment.size * 0.7 && Math.abs(fragment.x0 - above.x0) < 2;
  if (!isClose || Math.abs(fragment.size - above.size) > 0.5) return false;
  return !all.some(
    (other) => other !== fragment && other.y0 < fragment.y1 - 1 && other.y1 > fragment.y0 + 1 && other !== above,
  );
}

/** Running text on both sides, not the cells of a table. */
function areColumns(sides: readonly Fragment[][]): boolean {
  return sides.every((side) => {
    if (side.length < 3) return false;
    const from = Math.min(...side.map(({ x0 }) => x0));
    const width = Math.max(...side.map(({ x1 }) => x1)) - from;
    const filled = side.filter(({ x0, x1 }) => x1 - x0 > width * 0.6).length;
    const long = side.filter(({ length, x0, x1, size }) => length >= 12 || x1 - x0 > size * 8).length;
    return filled >= side.length * 0.4 && long >= side.length * 0.5;
  });
}

/** Fragments of a region as lines from top to bottom, each in the direction it is read. */
export function linesOf(region: readonly Fragment[]): Line[] {
  const sorted = [...region].sort((a, b) => a.base - b.base || a.x0 - b.x0);
  const lines: OpenLine[] = [];
  for (const fragment of sorted) {
    const last = lines.at(-1);
    const middle = (fragment.y0 + fragment.y1) / 2;
    if (last && fragment.isUpright && last.isUpright && middle < last.y1 - last.size * 0.2 && middle > last.y0) {
      last.fragments.push(fragment);
      last.y0 = Math.min(last.y0, fragment.y0);
      last.y1 = Math.max(last.y1, fragment.y1);
      last.size = Math.max(last.size, fragment.size);
    } else {
      const { y0, y1, size, isUpright } = fragment;
      lines.push({ fragments: [fragment], y0, y1, size, isUpright });
    }
  }
  return lines.map((line) => {
    const rtl = line.fragments.filter((fragment) => fragment.rtl).length > line.fragments.length / 2;
    const fragments = line.fragments.sort((a, b) => (rtl ? b.x0 - a.x0 : a.x0 - b.x0));
    return {
      ...line,
      fragments,
      rtl,
      x0: Math.min(...fragments.map(({ x0 }) => x0)),
      x1: Math.max(...fragments.map(({ x1 }) => x1)),
      text: fragments.map(textOf).join(" "),
    };
  });
}

type OpenLine = Omit<Line, "x0" | "x1" | "rtl" | "text">;

function textOf({ runs, spaces }: Fragment): string {
  return runs.length === 1 ? runs[0]!.text : runs.map(({ text }, index) => spaces[index] + text).join("");
}
