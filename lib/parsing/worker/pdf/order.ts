// Reading order of a page by recursive cuts: the tallest white strip with running text beside it parts its band into
// columns, what stands above and below the strip is cut again, and so is each column.
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

/** Fragments that are read one after the other; a plain one is no column, and goes on in the plain one after it. */
interface Region {
  fragments: Fragment[];
  isPlain: boolean;
}

/** A white strip, and how far up and down nothing crosses it. */
interface Strip {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Cuts of regions within regions; real pages need four or five. */
const DEPTH_MAX = 12;
/** A page of more is no text anybody laid out. */
const FRAGMENTS_MAX = 20_000;
const FRAGMENTS_MIN = 4;
const SLOTS = 300;
const SLOT_MIN = 2;
/** Strips of a region that are looked at, the most promising first. */
const STRIPS_MAX = 24;
/** Letter heights: the least width and height of a strip, and what parts slabs. */
const STRIP_WIDTH = 0.55;
const STRIP_HEIGHT = 2.5;
const SLAB_GAP = 0.9;
/** Letter heights by which lines on one level may differ. */
const LEVEL = 0.06;
/** Letter heights from the middle of one strip to that of the next. */
const COLUMN_MIN = 4;
/** So far a line may run over the edge of its column and cross a strip all the same. */
const OVERRUN = 4;

/** Regions of fragments in reading order. */
export function regionsOf(fragments: readonly Fragment[]): Fragment[][] {
  if (fragments.length === 0) return [];
  const turns = [...Map.groupBy(fragments, ({ turn }) => turn).values()].sort((a, b) => charsOf(b) - charsOf(a));
  const [main = [], ...others] = turns.map(cut);
  // Words turned otherwise, such as a stamp along the edge or a title across vertical text: before what they stand above.
  const top = Math.min(...turns[0]!.map(({ place }) => place[1]));
  const isAbove = (region: readonly Fragment[]) => region.every(({ place: [, y, , height] }) => y + height / 2 < top);
  const beside = others.flat();
  return [...beside.filter(isAbove), ...main, ...beside.filter((region) => !isAbove(region))];
}

const charsOf = (fragments: readonly Fragment[]) => fragments.reduce((sum, { length }) => sum + length, 0);
const cut = (fragments: readonly Fragment[]) => cutRegion([...fragments], 0).map((region) => region.fragments);

function cutRegion(fragments: Fragment[], depth: number): Region[] {
  if (fragments.length === 0) return [];
  if (fragments.length >= FRAGMENTS_MIN && fragments.length <= FRAGMENTS_MAX && depth < DEPTH_MAX) {
    const strips = stripsOf(fragments);
    for (const strip of strips.slice(0, STRIPS_MAX)) {
      const regions = cutAt(fragments, strip, strips, depth);
      if (regions) return regions;
    }
  }
  return [{ fragments, isPlain: true }];
}

/** The regions a strip makes; null when it parts no columns. */
function cutAt(fragments: readonly Fragment[], strip: Strip, strips: readonly Strip[], depth: number): Region[] | null {
  const middle = middleOf(strip);
  const above = fragments.filter((fragment) => centre(fragment) < strip.top);
  const below = fragments.filter((fragment) => centre(fragment) > strip.bottom);
  const band = fragments.filter((fragment) => centre(fragment) >= strip.top && centre(fragment) <= strip.bottom);
  const width = widthOf(fragments);
  const near = neighbours(strip, strips, band);
  // A strip beside this one may be no more than wide gaps under each other.
  const groups =
    groupsOf(band, near, above, width) ??
    (areWhole(band, near) ? groupsOf(band, { ...near, ...ALL }, above, width) : null);
  if (!groups) return null;
  const isRtl = band.filter(({ rtl }) => rtl).length > band.length / 2;
  const regions = cutRegion(above, depth + 1);
  for (const group of groups) {
    if (!group.isColumns) regions.push({ fragments: group.members, isPlain: true });
    else {
      const sides = sidesOf(group.members, middle);
      if (isRtl) sides.reverse();
      const columns = sides.flatMap((side) => cutRegion(side, depth + 1));
      regions.push(...columns.map(({ fragments }) => ({ fragments, isPlain: false })));
    }
  }
  regions.push(...cutRegion(below, depth + 1));
  return regions.reduce<Region[]>((joined, region) => {
    const last = joined.at(-1);
    if (last?.isPlain && region.isPlain) last.fragments.push(...region.fragments);
    else joined.push(region);
    return joined;
  }, []);
}

/** The middle of a strip, and of those along it to the left and right: the columns beside it lie between them. */
interface Cut {
  before: number;
  middle: number;
  after: number;
}

const ALL = { before: Number.NEGATIVE_INFINITY, after: Number.POSITIVE_INFINITY };

/** Many lines on both sides have no wide gap at all, as those of tables have. */
function areWhole(band: readonly Fragment[], { before, middle, after }: Cut): boolean {
  if (before === ALL.before && after === ALL.after) return false;
  return sidesOf(band, middle).every((side) => {
    const rows = rowsOf(side);
    return rows.filter((row) => row.fragments.length === 1).length >= rows.length * 0.3;
  });
}

function neighbours(strip: Strip, strips: readonly Strip[], band: readonly Fragment[]): Cut {
  const long = (strip.bottom - strip.top) * 0.8;
  const middle = middleOf(strip);
  const cut = { before: Number.NEGATIVE_INFINITY, middle, after: Number.POSITIVE_INFINITY };
  const least = median(band.map(({ size }) => size)) * COLUMN_MIN;
  const areWordsBetween = (from: number, to: number) =>
    to - from > least && band.some(({ x0, x1 }) => (x0 + x1) / 2 > from && (x0 + x1) / 2 < to);
  for (const other of strips) {
    if (Math.min(strip.bottom, other.bottom) - Math.max(strip.top, other.top) < long) continue;
    // Wide gaps of lines set flush may stand under each other too.
    if (other.right - other.left < (strip.right - strip.left) * 0.75) continue;
    const at = middleOf(other);
    if (at < middle && at > cut.before && areWordsBetween(at, middle)) cut.before = at;
    if (at > middle && at < cut.after && areWordsBetween(middle, at)) cut.after = at;
  }
  return cut;
}

const middleOf = ({ left, right }: Strip) => (left + right) / 2;
const centre = ({ y0, y1 }: Fragment) => (y0 + y1) / 2;
const widthOf = (fragments: readonly Fragment[]) =>
  Math.max(...fragments.map(({ x1 }) => x1)) - Math.min(...fragments.map(({ x0 }) => x0));

function sidesOf(fragments: readonly Fragment[], middle: number): [left: Fragment[], right: Fragment[]] {
  const isLeft = ({ x0, x1 }: Fragment) => (x0 + x1) / 2 < middle;
  return [fragments.filter(isLeft), fragments.filter((fragment) => !isLeft(fragment))];
}

/** White strips of a region with words on both sides, those that part most of them first. */
function stripsOf(fragments: readonly Fragment[]): Strip[] {
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

/** Part of a band: lines of two columns, or what is read across. */
interface Group {
  isColumns: boolean;
  members: Fragment[];
}

/** What stands on one side of a strip, measured. */
interface Side {
  rows: Row[];
  width: number;
  /** Lines whose words follow each other without wide gaps. */
  solid: number;
  /** Mostly words, however few; running text, and such that nobody could take for anything else. */
  isWordy: boolean;
  isRunning: boolean;
  isStrong: boolean;
}

/** A band cut where nothing stands on either side, and put together again. Null when there are no columns in it. */
function groupsOf(band: readonly Fragment[], cut: Cut, above: readonly Fragment[], width: number): Group[] | null {
  const whole = besideOf(band, cut).map(sideOf) as [Side, Side];
  const isWide = (side: Side, index: number) => side.isWordy && side.width >= whole[index]!.width * 0.7;
  const slabs = slabsOf(band).map((members) => {
    const both = besideOf(members, cut).map(sideOf) as [Side, Side];
    const [left, right] = both;
    const areBoth = left.rows.length > 0 && right.rows.length > 0;
    const isText = areBoth && ((left.isRunning && right.isRunning) || both.every(isWide));
    return { members, left, right, areBoth, isText, isRows: areBoth && !isText && areRows(left, right) };
  });
  // What is read across at the upper or the lower edge is a table, or names beside each other.
  let first = 0;
  let last = slabs.length;
  while (first < last && slabs[first]!.isRows) first++;
  while (last > first && slabs[last - 1]!.isRows) last--;
  // The last line of a paragraph that runs across is short.
  const own = slabs.slice(first, last);
  const sides = besideOf(
    own.flatMap(({ members }) => members),
    cut,
  ).map(sideOf) as [Side, Side];
  if (!areColumns(sides[0], sides[1], width)) return null;
  const isTable = own.length >= 3 && areCells(own);
  const groups: Group[] = [];
  const add = (isColumns: boolean, members: Fragment[], isNew = false) => {
    const group = groups.at(-1);
    if (group?.isColumns === isColumns && !isNew) group.members.push(...members);
    else groups.push({ isColumns, members: [...members] });
  };
  slabs.forEach((slab, index) => {
    const isOwn = index >= first && index < last;
    if (!isOwn || (slab.isRows && (isTable || isWideTable(slab)))) add(false, slab.members);
    else if (isTable) add(slab.isText, slab.members, true);
    else if (isHeading(slabs, index)) add(false, slab.members);
    else add(true, slab.members);
  });
  const start = groups[0];
  const tail = start?.isColumns ? paragraphEnd(start.members, above) : null;
  if (start && tail) {
    start.members = start.members.filter((fragment) => fragment !== tail);
    groups.unshift({ isColumns: false, members: [tail] });
  }
  return groups;
}

/** The columns on both sides of a strip, without those further off. */
function besideOf(fragments: readonly Fragment[], { before, middle, after }: Cut): Fragment[][] {
  const near = fragments.filter(({ x0, x1 }) => (x0 + x1) / 2 > before && (x0 + x1) / 2 < after);
  return sidesOf(near, middle);
}

type Slab = { left: Side; right: Side; members: Fragment[]; areBoth: boolean; isText: boolean; isRows: boolean };

/** A few words on one side between columns that end together and begin together. */
function isHeading(slabs: readonly Slab[], index: number): boolean {
  const [before, slab, after] = [slabs[index - 1], slabs[index]!, slabs[index + 1]];
  if (!before?.areBoth || !after?.areBoth || slab.areBoth || slab.members.length > 2) return false;
  const size = median(slab.members.map((fragment) => fragment.size));
  const [ends, starts] = [
    before.left.rows.at(-1)!.y1 - before.right.rows.at(-1)!.y1,
    after.left.rows[0]!.y0 - after.right.rows[0]!.y0,
  ];
  return Math.abs(ends) < size * 1.5 && Math.abs(starts) < size * 0.5;
}

/** Slabs that each begin with a line on both sides: the rows of a table with long cells. */
function areCells(slabs: readonly Slab[]): boolean {
  const both = slabs.filter(({ areBoth }) => areBoth);
  const level = both.filter(({ left, right }) => isLevel(left.rows[0]!, right.rows[0]!));
  return both.length >= 3 && both.length >= slabs.length * 0.8 && level.length >= both.length * 0.8;
}

/** Rows of at least three cells. */
const isWideTable = ({ left, right, members }: Slab) =>
  members.length >= 6 && left.rows.length + right.rows.length <= members.length * 0.8;

/** The short last line of a paragraph above that runs across: close below, alone, at its left edge. */
function paragraphEnd(members: readonly Fragment[], above: readonly Fragment[]): Fragment | null {
  const [fragment] = [...members].sort((a, b) => a.y0 - b.y0);
  const [last] = [...above].sort((a, b) => b.y1 - a.y1);
  if (!fragment || !last) return null;
  const isClose = fragment.y0 - last.y1 < fragment.size * 0.7 && Math.abs(fragment.x0 - last.x0) < 2;
  const isAlone = members.every((other) => other === fragment || other.y0 > fragment.y1 - fragment.size * 0.3);
  return isClose && isAlone && Math.abs(fragment.size - last.size) <= 0.5 ? fragment : null;
}

function slabsOf(band: readonly Fragment[]): Fragment[][] {
  const gap = median(band.map(({ size }) => size)) * SLAB_GAP;
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

function sideOf(fragments: readonly Fragment[]): Side {
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
function areColumns(left: Side, right: Side, width: number): boolean {
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
function areRows(left: Side, right: Side): boolean {
  const [fewer, more] = left.rows.length <= right.rows.length ? [left, right] : [right, left];
  return levelShare(fewer.rows, more.rows) >= 0.7 && fewer.rows.length * 3 >= more.rows.length;
}

function levelShare(rows: readonly Row[], others: readonly Row[]): number {
  return rows.filter((row) => others.some((other) => isLevel(row, other))).length / rows.length;
}

const isLevel = (a: Row, b: Row) => Math.abs(a.base - b.base) < Math.max(a.size, b.size) * LEVEL + 0.3;

/** Fragments on one line, in no order yet. */
interface Row {
  fragments: Fragment[];
  y0: number;
  y1: number;
  base: number;
  size: number;
}

function rowsOf(fragments: readonly Fragment[]): Row[] {
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
    // Figures and signs have no say.
    const own = fragments.filter(({ rtl, runs }) => rtl || runs.some(({ text }) => /\p{L}/u.test(text)));
    const rtl = own.filter((fragment) => fragment.rtl).length > own.length / 2;
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

function textOf({ runs, spaces }: Fragment): string {
  return runs.length === 1 ? runs[0]!.text : runs.map(({ text }, index) => spaces[index] + text).join("");
}
