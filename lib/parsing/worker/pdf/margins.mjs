// Headers and footers: lines at the edge of a page that come again on others.

const EDGE = 0.13;
const LINES = 3;
/** Pages a line must be seen on. */
const SEEN_MIN = 3;

/** Counts the edge lines of pages as they come; `kindOf` tells what a line is once enough pages were seen. */
export class Margins {
  constructor() {
    this.pages = 0;
    this.seen = new Map();
  }

  add(lines, height) {
    this.pages += 1;
    const keys = new Set(edgeLines(lines, height).map(({ key }) => key));
    for (const key of keys) this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
    // A book of ten thousand different edges: what came once long ago is none.
    if (this.seen.size > 20_000) for (const [key, count] of this.seen) if (count === 1) this.seen.delete(key);
  }

  /** The headers and footers among a page's lines. */
  of(lines, height) {
    const found = new Map();
    for (const { line, key, side } of edgeLines(lines, height)) {
      if ((this.seen.get(key) ?? 0) >= SEEN_MIN) found.set(line, side);
    }
    return found;
  }
}

function edgeLines(lines, height) {
  const upright = lines.filter(({ isUpright }) => isUpright).sort((a, b) => a.y0 - b.y0);
  const top = upright.filter(({ y1 }) => y1 < height * EDGE).slice(0, LINES);
  const bottom = upright.filter(({ y0 }) => y0 > height * (1 - EDGE)).slice(-LINES);
  const named = (side) => (line) => ({ line, side, key: `${side}${Math.round(line.y1 / 4)}${plain(line.text)}` });
  return [...top.map(named("header")), ...bottom.map(named("footer"))];
}

/** Page numbers count as equal, in figures of any kind. */
function plain(text) {
  return text
    .replace(/\d+/g, "#")
    .replace(/^\s*[ivxlcdm]+\s*$/i, "#")
    .replace(/\s+/g, "");
}
