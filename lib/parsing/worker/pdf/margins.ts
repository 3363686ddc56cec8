// Headers and footers: lines at the edge of a page that come again on others.
import type { Line } from "./lines.ts";

const EDGE = 0.13;
const LINES = 3;
/** Pages a line must be seen on. */
const SEEN_MIN = 3;

export type Side = "header" | "footer";

/** Counts the edge lines of pages as they come; `of` tells what a line is once enough pages were seen. */
export class Margins {
  private readonly seen = new Map<string, number>();

  add(lines: readonly Line[], height: number): void {
    const keys = new Set(edgeLines(lines, height).map(({ key }) => key));
    for (const key of keys) this.seen.set(key, (this.seen.get(key) ?? 0) + 1);
    // A book of ten thousand different edges: what came once long ago is none.
    if (this.seen.size > 20_000) for (const [key, count] of this.seen) if (count === 1) this.seen.delete(key);
  }

  /** The headers and footers among a page's lines. */
  of(lines: readonly Line[], height: number): Map<Line, Side> {
    const found = new Map<Line, Side>();
    for (const { line, key, side } of edgeLines(lines, height)) {
      if ((this.seen.get(key) ?? 0) >= SEEN_MIN) found.set(line, side);
    }
    return found;
  }
}

function edgeLines(lines: readonly Line[], height: number): { line: Line; side: Side; key: string }[] {
  const upright = lines.filter(({ turn }) => turn === 0).sort((a, b) => a.y0 - b.y0);
  const top = upright.filter(({ y1 }) => y1 < height * EDGE).slice(0, LINES);
  const bottom = upright.filter(({ y0 }) => y0 > height * (1 - EDGE)).slice(-LINES);
  const named = (side: Side) => (line: Line) => ({
    line,
    side,
    key: `${side}${Math.round(line.y1 / 4)}${plain(line.text)}`,
  });
  return [...top.map(named("header")), ...bottom.map(named("footer"))];
}

/** Page numbers count as equal, in figures of any kind. */
function plain(text: string): string {
  return text
    .replace(/\d+/g, "#")
    .replace(/^\s*[ivxlcdm]+\s*$/i, "#")
    .replace(/\s+/g, "");
}
