// Reading order of a page by recursive cuts: the tallest white strip with running text beside it parts its band into
// columns, what stands above and below the strip is cut again, and so is each column.
import { areColumns, areRows, isLevel, type Side, sideOf } from "./columns.ts";
import { charsOf, median, rowsOf } from "./lines.ts";
import type { Fragment } from "./page.ts";
import { centre, type Strip, stripsOf } from "./strips.ts";

/** Fragments that are read one after the other; a plain one is no column, and goes on in the plain one after it. */
interface Region {
  fragments: Fragment[];
  isPlain: boolean;
}

/** Cuts of regions within regions; real pages need four or five. */
const DEPTH_MAX = 12;
/** A page of more is no text anybody laid out. */
const FRAGMENTS_MAX = 5000;
const FRAGMENTS_MIN = 4;
/** Strips of a region that are looked at, the most promising first. */
const STRIPS_MAX = 24;
/** Letter heights of white that part slabs. */
const SLAB_GAP = 0.9;
/** Letter heights from the middle of one strip to that of the next. */
const COLUMN_MIN = 4;

/** Regions of fragments in reading order. */
export function regionsOf(fragments: readonly Fragment[]): Fragment[][] {
  if (fragments.length === 0) return [];
  const turns = [...Map.groupBy(fragments, ({ turn }) => turn).values()].sort((a, b) => charsOf(b) - charsOf(a));
  const [main = [], ...others] = turns.map(cut);
  // Words turned otherwise, such as a stamp along the edge or a title across vertical text: before what they stand above.
  const top = turns[0]!.reduce((least, { place }) => Math.min(least, place[1]), Number.POSITIVE_INFINITY);
  const isAbove = (region: readonly Fragment[]) => region.every(({ place: [, y, , height] }) => y + height / 2 < top);
  const beside = others.flat();
  return [...beside.filter(isAbove), ...main, ...beside.filter((region) => !isAbove(region))];
}

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
const widthOf = (fragments: readonly Fragment[]) =>
  Math.max(...fragments.map(({ x1 }) => x1)) - Math.min(...fragments.map(({ x0 }) => x0));

function sidesOf(fragments: readonly Fragment[], middle: number): [left: Fragment[], right: Fragment[]] {
  const isLeft = ({ x0, x1 }: Fragment) => (x0 + x1) / 2 < middle;
  return [fragments.filter(isLeft), fragments.filter((fragment) => !isLeft(fragment))];
}

/** Part of a band: lines of two columns, or what is read across. */
interface Group {
  isColumns: boolean;
  members: Fragment[];
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
