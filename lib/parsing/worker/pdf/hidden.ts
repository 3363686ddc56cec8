// Text nobody sees: drawn invisibly, or white on the white page (spec F13). Looking closely costs as much as reading, so
// a file is first searched for the marks of such text.
import { inflateSync } from "node:zlib";
import type { PageViewport, PDFPageProxy } from "pdfjs-dist";
import type { PDFOperatorList, TextContent, TextItem } from "pdfjs-dist/types/src/display/api";
import { chunkSizeOf } from "./inflate.ts";
import type { Matrix, PdfLibrary } from "./open.ts";

const INFLATED_MAX = 128 * 1024 ** 2;
const STREAM_MAX = 8 * 1024 ** 2;
const INVISIBLE = /(?:^|\s)[37]\s+Tr\b/;
/** A white fill that words follow before anything else is painted. */
const WHITE_TEXT =
  /(?:(?:^|\s)1(?:\.0*)?\s+g\b|(?:^|\s)1(?:\.0*)?\s+1(?:\.0*)?\s+1(?:\.0*)?\s+(?:rg|scn?)\b|(?:^|\s)0\s+0\s+0\s+0\s+k\b)(?:(?!\s(?:rg|g|k|scn?|f\*?|B\*?|b\*?)\s)[\s\S])*?\bT[jJ]\b/;
const SHARE = 0.8;
/** A picture over so much of the page with invisible text on it is a scan that somebody read. */
const SCAN_SHARE = 0.6;

/** What the bytes of a file tell before its pages are read. */
export interface Marks {
  /** It may have text nobody sees. */
  mayHide: boolean;
  /** Pages are shown smaller than they are: what stands around them is for the printer. */
  isCropped: boolean;
}

/** Searches all content streams for the marks of text that is not to be seen. What cannot be searched has them. */
export function marksOf(bytes: Buffer): Marks {
  const boxes = new Boxes();
  let mayHide = bytes.includes("/Encrypt");
  let left = INFLATED_MAX;
  boxes.add(bytes.toString("latin1", 0, Math.min(bytes.length, PLAIN_MAX)));
  for (let at = bytes.indexOf("stream"); at >= 0 && left > 0; at = bytes.indexOf("stream", at + 6)) {
    if (bytes[at - 1] === 0x64 && bytes[at - 2] === 0x6e) continue;
    const dictionary = bytes.toString("latin1", Math.max(0, at - 400), at);
    const own = dictionary.slice(dictionary.lastIndexOf("obj"));
    const isPacked = /\/ObjStm\b/.test(own);
    if (/\/(Image|Length1|FontFile|XRef|ICCBased)\b/.test(own) || (mayHide && !isPacked)) continue;
    const start = at + (bytes[at + 6] === 0x0d ? 8 : 7);
    const end = bytes.indexOf("endstream", start);
    if (end < 0) break;
    const content = inflated(bytes.subarray(start, end), own);
    left -= content?.length ?? 0;
    if (isPacked) boxes.add(content ?? "");
    else mayHide ||= content === null || hasMarks(content);
    at = end;
  }
  return { mayHide, isCropped: boxes.areCropped };
}

/** A search for what the patterns need is over at once where it is not there: most streams are glyphs, fonts and maps. */
function hasMarks(content: string): boolean {
  if (content.includes("Tr") && INVISIBLE.test(content)) return true;
  return (content.includes("Tj") || content.includes("TJ")) && WHITE_TEXT.test(content);
}

/** Bytes searched for boxes of pages outside of packed objects. */
const PLAIN_MAX = 32 * 1024 ** 2;
const BOX = /\/(Crop|Media)Box\s*\[([^\]]{1,80})\]/g;

class Boxes {
  private readonly crop = new Set<string>();
  private readonly media = new Set<string>();

  add(text: string): void {
    if (!text.includes("/CropBox") && this.crop.size === 0) return;
    for (const [, kind, numbers] of text.matchAll(BOX))
      (kind === "Crop" ? this.crop : this.media).add(numbers!.trim().split(/\s+/).map(Number).join(" "));
  }

  get areCropped(): boolean {
    return [...this.crop].some((box) => !this.media.has(box));
  }
}

/** The text of a stream; null when it is packed in a way that is not searched. */
function inflated(bytes: Buffer, dictionary: string): string | null {
  if (/\/(ASCII85|ASCIIHex|LZW|RunLength)Decode|\/(A85|AHx|LZW|RL)\b/.test(dictionary)) return null;
  if (!/FlateDecode|\/Fl\b/.test(dictionary)) return bytes.subarray(0, STREAM_MAX).toString("latin1");
  try {
    return inflateSync(bytes, { maxOutputLength: STREAM_MAX, finishFlush: 2, chunkSize: chunkSizeOf(bytes) }).toString(
      "latin1",
    );
  } catch {
    return "";
  }
}

/** Indexes of the text items of a page that nobody sees. */
export async function hiddenItems(
  page: PDFPageProxy,
  content: TextContent,
  viewport: PageViewport,
  pdfjs: PdfLibrary,
): Promise<Set<number>> {
  const list = await page.getOperatorList().catch(() => null);
  if (!list) return new Set();
  const { glyphs, letters, painted, scanned } = walkOperators(list, viewport, pdfjs);
  const invisible = glyphs.filter((glyph) => glyph === "invisible").length;
  // Text under a scan is there to be found.
  if (scanned && invisible > glyphs.length * SHARE) return new Set();
  const hidden = new Set<number>();
  let at = 0;
  let index = -1;
  for (const item of content.items) {
    if (!("str" in item)) continue;
    index++;
    const text = plain(item.str);
    const { length } = text;
    at += skipped(letters, at, text);
    const own = glyphs.slice(at, at + length);
    at += length;
    if (own.length === 0) continue;
    const count = (kind: Glyph) => own.filter((glyph) => glyph === kind).length;
    const isWhite = count("white") >= own.length * SHARE && !isPainted(item, viewport, painted, pdfjs);
    if (count("invisible") >= own.length * SHARE || isWhite) hidden.add(index);
  }
  return hidden;
}

const plain = (text: string) => text.normalize("NFKC").replace(/\s/g, "");

/** Glyphs that are drawn without being among the items, since they lie outside of what the page shows. */
const SKIPPED_MAX = 20_000;

/** How many glyphs stand before those of an item: its letters follow each other, or come the other way round. */
function skipped(letters: string, at: number, text: string): number {
  const turned = [...text].reverse().join("");
  const isHere = (place: number) => letters.startsWith(text, place) || letters.startsWith(turned, place);
  if (text === "" || isHere(at)) return 0;
  const ahead = letters.slice(at, at + SKIPPED_MAX);
  const places = [ahead.indexOf(text), ahead.indexOf(turned)].filter((place) => place >= 0);
  return places.length > 0 ? Math.min(...places) : 0;
}

type Glyph = "shown" | "white" | "invisible";
type Rectangle = [x0: number, y0: number, x1: number, y1: number];

function isPainted(item: TextItem, viewport: PageViewport, painted: readonly Rectangle[], pdfjs: PdfLibrary): boolean {
  const [, , , , x, y] = pdfjs.Util.transform(viewport.transform, item.transform) as Matrix;
  const middle = y - (item.height * viewport.scale) / 3;
  return painted.some(([x0, y0, x1, y1]) => x >= x0 - 2 && x <= x1 + 2 && middle >= y0 - 2 && middle <= y1 + 2);
}

/** What is painted with, as far as it matters here. */
interface State {
  matrix: Matrix;
  fill: unknown;
  mode: unknown;
}

interface Drawn {
  /** One for each of the letters. */
  glyphs: Glyph[];
  letters: string;
  /** Places something other than white is painted at. */
  painted: Rectangle[];
  scanned: boolean;
}

/** Every glyph in order, and what is painted. */
function walkOperators({ fnArray, argsArray }: PDFOperatorList, viewport: PageViewport, pdfjs: PdfLibrary): Drawn {
  const { OPS, Util } = pdfjs;
  const pictures = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  const fills = new Set<unknown>([
    OPS.fill,
    OPS.eoFill,
    OPS.fillStroke,
    OPS.eoFillStroke,
    OPS.closeFillStroke,
    OPS.closeEOFillStroke,
  ]);
  const glyphs: Glyph[] = [];
  const letters: string[] = [];
  const painted: Rectangle[] = [];
  let scanned = false;
  let state: State = { matrix: viewport.transform as Matrix, fill: "#000000", mode: 0 };
  const stack: State[] = [];
  const place = ([x0, y0, x1, y1]: Rectangle): Rectangle => {
    const corners = (
      [
        [x0, y0],
        [x1, y0],
        [x0, y1],
        [x1, y1],
      ] as const
    ).map(([x, y]) => ({
      x: state.matrix[0] * x + state.matrix[2] * y + state.matrix[4],
      y: state.matrix[1] * x + state.matrix[3] * y + state.matrix[5],
    }));
    const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };
  fnArray.forEach((op, index) => {
    // Operators without arguments have null.
    const args: readonly unknown[] = argsArray[index] ?? [];
    if (op === OPS.save) stack.push({ ...state });
    else if (op === OPS.restore) state = stack.pop() ?? state;
    else if (op === OPS.transform) state.matrix = Util.transform(state.matrix, args) as Matrix;
    else if (op === OPS.paintFormXObjectBegin) {
      stack.push({ ...state });
      if (args[0]) state.matrix = Util.transform(state.matrix, args[0]) as Matrix;
    } else if (op === OPS.paintFormXObjectEnd) state = stack.pop() ?? state;
    else if (op === OPS.setFillRGBColor) state.fill = args[0];
    else if (op === OPS.setFillColorN || op === OPS.shadingFill) state.fill = "pattern";
    else if (op === OPS.setTextRenderingMode) state.mode = args[0];
    else if (op === OPS.constructPath && fills.has(args[0]) && args[2] && state.fill !== "#ffffff")
      painted.push(place(args[2] as Rectangle));
    else if (pictures.has(op)) {
      const box = place([0, 0, 1, 1]);
      painted.push(box);
      scanned ||= (box[2] - box[0]) * (box[3] - box[1]) > viewport.width * viewport.height * SCAN_SHARE;
    } else if (op === OPS.showText) {
      const kind = state.mode === 3 || state.mode === 7 ? "invisible" : state.fill === "#ffffff" ? "white" : "shown";
      for (const glyph of args[0] as Iterable<{ unicode?: string } | number | null>) {
        if (typeof glyph === "number") continue;
        const text = glyph?.unicode ? plain(glyph.unicode) : "";
        letters.push(text);
        for (let count = text.length; count > 0; count--) glyphs.push(kind);
      }
    }
  });
  return { glyphs, letters: letters.join(""), painted, scanned };
}
