import type { Block, PageLayout, ParsedIndex, Piece } from "@/lib/parsing/types";
import { addressOf } from "@/lib/parsing/worker/xlsx/address";
import type { CitationPlace, CitationRect } from "./dto";

/** Rectangles of one citation; more is a page that is marked whole. */
const RECTS_MAX = 200;

/**
 * Where an offset stands, in words people know: page, slide, sheet and cell, or paragraph. `pieces` hold the offset. A picture
 * has no length: it may be the last thing of its page.
 */
export function describePlace(
  index: Pick<ParsedIndex, "parts">,
  pieces: readonly Piece[],
  from: number,
  picture?: string,
): CitationPlace {
  const drawn = picture && pictureBlock(pieces, picture);
  const part =
    (drawn && index.parts.find(({ number }) => number === drawn.part)) ??
    index.parts.findLast((one) => one.from <= from) ??
    index.parts[0];
  if (!part) return { kind: "section", part: 1 };
  const { kind, number, name } = part;
  const block = blockAt(pieces, from);
  return {
    kind,
    part: number,
    ...(kind === "sheet" && name ? { name } : {}),
    ...(kind === "sheet" && block ? cellAt(block, from) : {}),
    ...(kind === "section" && block && "paragraph" in block && block.paragraph ? { paragraph: block.paragraph } : {}),
  };
}

function blockAt(pieces: readonly Piece[], at: number): Block | undefined {
  const piece = pieces.find(({ from, to }) => from <= at && at < to);
  // A long table goes on in the next piece; of nested ones the inner comes last.
  return piece?.blocks.findLast(({ from, to }) => from <= at && at < Math.max(to, from + 1));
}

function cellAt(block: Block, at: number): { cell?: string } {
  if (block.kind !== "table") return "cell" in block && block.cell ? { cell: block.cell } : {};
  // The cells of a chart's table are none of the sheet's.
  const cell = block.chart ? undefined : block.cells.findLast(({ from }) => from <= at);
  return cell ? { cell: addressOf(cell) } : {};
}

/** Whether a range holds words that were recognised in a picture with little certainty. */
export function hasUnsure(pieces: readonly Piece[], from: number, to: number): boolean {
  return pieces.some(({ blocks }) =>
    blocks.some((block) => {
      if (block.kind === "image" || block.to <= from || block.from >= to) return false;
      const stretches = block.kind === "table" ? block.cells : (block.runs ?? []);
      return stretches.some(({ unsure, ...one }) => unsure && one.from < to && one.to > from);
    }),
  );
}

/** Rectangles of a range of a pdf's text; a run that is only partly in it is cut in proportion. Lines are put together. */
export function rectsOf(pieces: readonly Piece[], from: number, to: number): CitationRect[] {
  const rects: CitationRect[] = [];
  for (const piece of pieces) {
    if (piece.to <= from || piece.from >= to) continue;
    for (const layout of piece.layout ?? []) appendRects(rects, layout, from, to);
  }
  return rects.slice(0, RECTS_MAX).map(([part, ...box]) => [part, ...box.map(rounded)] as CitationRect);
}

/** Where a picture stands on a page: the place told of its block. */
export function pictureRects(
  { parts }: Pick<ParsedIndex, "parts">,
  pieces: readonly Piece[],
  name: string,
): CitationRect[] {
  const block = pictureBlock(pieces, name);
  const { width, height } = parts.find(({ number }) => number === block?.part) ?? {};
  if (!block?.box || !width || !height) return [];
  const { box } = block;
  const place = [(box.x * width) / 100, (box.y * height) / 100, (box.width * width) / 100, (box.height * height) / 100];
  return [[block.part, ...place.map(rounded)] as CitationRect];
}

/** The first place a picture stands at. */
function pictureBlock(pieces: readonly Piece[], name: string) {
  for (const { blocks } of pieces)
    for (const block of blocks) if (block.kind === "image" && block.image === name) return block;
  return undefined;
}

function appendRects(rects: CitationRect[], { part, runs }: PageLayout, from: number, to: number): void {
  for (const [, runFrom, runTo, x, y, width, height] of runs) {
    const start = Math.max(from, runFrom);
    const end = Math.min(to, runTo);
    if (start >= end || width <= 0 || height <= 0) continue;
    const unit = width / (runTo - runFrom);
    const rect: CitationRect = [part, x + (start - runFrom) * unit, y, (end - start) * unit, height];
    const last = rects.at(-1);
    if (last && isSameLine(last, rect)) join(last, rect);
    else rects.push(rect);
  }
}

function isSameLine(a: CitationRect, b: CitationRect): boolean {
  const [, ax, ay, aWidth, aHeight] = a;
  const [, bx, by, , bHeight] = b;
  const height = Math.max(aHeight, bHeight);
  const gap = bx - (ax + aWidth);
  return a[0] === b[0] && Math.abs(ay + aHeight - by - bHeight) < height * 0.3 && gap > -height && gap < height;
}

function join(last: CitationRect, next: CitationRect): void {
  const right = Math.max(last[1] + last[3], next[1] + next[3]);
  const bottom = Math.max(last[2] + last[4], next[2] + next[4]);
  last[1] = Math.min(last[1], next[1]);
  last[2] = Math.min(last[2], next[2]);
  last[3] = right - last[1];
  last[4] = bottom - last[2];
}

const rounded = (value: number) => Math.round(value * 100) / 100;
