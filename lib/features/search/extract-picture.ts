import type { AnswerExtract } from "@/lib/stream/part-dto";
import { below, byType } from "./extract-text";

type Item = AnswerExtract["items"][number];

/** Pixels of the picture: a column, the gap between two, a line of text, and what stands around it all. */
const COLUMN = 240;
const GAP = 40;
const LINE = 20;
const EDGE = 32;
/** Halves of a full-width letter that fit into a line of a column. */
const FITS = 30;
const FONT = "system-ui, sans-serif";

interface Box {
  x: number;
  y: number;
  lines: string[];
  isStrong: boolean;
}

/** What was drawn out of an answer as a picture, SVG on white (spec C6). */
export function extractPicture({ kind, items }: Pick<AnswerExtract, "kind" | "items">, title: string): string {
  const { boxes, lines } = kind === "mindMap" ? mapOf(items) : rowsOf(kind, items);
  const width = Math.max(...boxes.map(({ x }) => x + COLUMN), COLUMN) + EDGE;
  const height = Math.max(...boxes.map(({ y, lines: { length } }) => y + length * LINE), 0) + EDGE;
  const texts = boxes.map(({ x, y, lines: said, isStrong }) =>
    said
      .map(
        (text, at) =>
          `<text x="${x}" y="${y + 14 + at * LINE}"${isStrong && at === 0 ? ' font-weight="600"' : ""}>${escaped(text)}</text>`,
      )
      .join(""),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" font-size="14" fill="#1b2733"><rect width="100%" height="100%" fill="#fff"/><text x="${EDGE}" y="${EDGE}" font-size="17" font-weight="600">${escaped(clipped(title, 80))}</text>${lines.join("")}${texts.join("")}</svg>`;
}

const TOP = EDGE + 28;

/** A tree from left to right; what hangs under something stands beside it. */
function mapOf(items: readonly Item[]): { boxes: Box[]; lines: string[] } {
  const boxes: Box[] = [];
  const lines: string[] = [];
  const place = (item: Item, depth: number, top: number): { bottom: number; middle: number } => {
    const x = EDGE + depth * (COLUMN + GAP);
    const said = wrapped(item.text, 3);
    const own = said.length * LINE + 12;
    const children = below(items, item.id);
    let at = top;
    const middles: number[] = [];
    for (const child of children) {
      const placed = place(child, depth + 1, at);
      middles.push(placed.middle);
      at = placed.bottom;
    }
    const bottom = Math.max(at, top + own);
    const middle = middles.length > 0 ? (middles[0]! + middles.at(-1)!) / 2 : top + own / 2;
    const y = Math.max(top, middle - own / 2);
    boxes.push({ x, y, lines: said, isStrong: depth === 0 });
    for (const to of middles) {
      const from = x + COLUMN - 8;
      lines.push(
        `<path d="M${from} ${middle}C${from + 24} ${middle} ${from + 24} ${to} ${from + 44} ${to}" fill="none" stroke="#b8c4ce"/>`,
      );
    }
    return { bottom, middle };
  };
  let top = TOP;
  for (const item of below(items, null)) top = place(item, 0, top).bottom + 16;
  return { boxes, lines };
}

/** Events and entities one below the other, their date or kind at the left. */
function rowsOf(kind: AnswerExtract["kind"], items: readonly Item[]): { boxes: Box[]; lines: string[] } {
  const boxes: Box[] = [];
  const rows =
    kind === "events"
      ? items.map((item): [string, Item] => [item.date, item])
      : byType(items).flatMap(([type, all]) => all.map((item, at): [string, Item] => [at === 0 ? type : "", item]));
  let y = TOP;
  for (const [head, item] of rows) {
    const said = [...wrapped(item.text, 2), ...(item.detail ? wrapped(item.detail, 4) : [])];
    if (head) boxes.push({ x: EDGE, y, lines: [clipped(head, FITS / 2)], isStrong: true });
    boxes.push({ x: EDGE + COLUMN, y, lines: said, isStrong: false });
    y += said.length * LINE + 14;
  }
  return { boxes, lines: [] };
}

const wide = (letter: string) => ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 2 : 1);

function wrapped(text: string, most: number): string[] {
  const lines: string[] = [];
  let line = "";
  let size = 0;
  for (const part of text.replace(/\s+/g, " ").match(/[\p{L}\p{N}'’-]+\s?|./gu) ?? []) {
    for (const piece of [...part].length > FITS / 2 || wide(part[0] ?? "") === 2 ? [...part] : [part]) {
      const more = [...piece].reduce((sum, letter) => sum + wide(letter), 0);
      if (size + more > FITS && line) {
        lines.push(line.trim());
        [line, size] = ["", 0];
      }
      line += piece;
      size += more;
    }
  }
  if (line.trim()) lines.push(line.trim());
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
}

const clipped = (text: string, most: number) =>
  [...text].length > most ? `${[...text].slice(0, most).join("")}…` : text;

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
