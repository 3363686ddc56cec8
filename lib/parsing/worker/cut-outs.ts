// Pictures of a pdf, cut out of its pages as they are drawn: with their masks and what is written on them. Runs in a child of
// its own: drawing needs native code.
import { createCanvas } from "@napi-rs/canvas";
import type { PDFPageProxy } from "pdfjs-dist";
import type { Box } from "../types.ts";
import type { ChildAnswers, CutOut, CutTask } from "../wire.ts";
import { type Matrix, openPdf, type PdfLibrary } from "./pdf/open.ts";
import type { Progress } from "./reader.ts";
import { drawPage } from "./render.ts";

/** Pages that are looked through, and pictures that are cut out. */
const PAGES_MAX = 1000;
const PICTURES_MAX = 200;
/** Points of the shorter side, of the whole, and how many times longer than wide: less is an icon, more a rule. */
const SIDE_MIN = 36;
const AREA_MIN = 3600;
const STRETCH_MAX = 12;
/** From this share of its page on a picture is the page itself, whose words are read as text. */
const PAGE_SHARE = 0.85;
/** A picture at one place of so many pages is a logo or a frame. */
const REPEATED = 3;
/** Points between two stripes of one picture. */
const SEAM = 2;
const DRAWN = { side: 2000, most: 2 };
const QUALITY = 85;

type Corners = [x0: number, y0: number, x1: number, y1: number];

interface Found {
  page: number;
  corners: Corners;
  /** Where on the page, to the point. */
  place: string;
}

interface Telling {
  progress: Progress;
  deliver(found: { bytes: Uint8Array } & Omit<CutOut, "name" | "mediaType">): Promise<void>;
}

/** Hands over the pictures that may say something, in the order of the pages; answers how many were left out. */
export async function cutPictures({ path }: CutTask, { progress, deliver }: Telling): Promise<ChildAnswers["cut"]> {
  const { document, pdfjs } = await openPdf(path, { isDrawn: true });
  const left = { small: 0, repeated: 0, pages: 0 };
  try {
    const all: Found[] = [];
    const pages = Math.min(document.numPages, PAGES_MAX);
    for (let number = 1; number <= pages; number++) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      for (const corners of await cornersOf(page, pdfjs)) {
        const [wide, high] = [corners[2] - corners[0], corners[3] - corners[1]];
        const [short, long] = [Math.min(wide, high), Math.max(wide, high)];
        if (short < SIDE_MIN || short * long < AREA_MIN || long / short > STRETCH_MAX) left.small++;
        else if (wide * high >= width * height * PAGE_SHARE) left.pages++;
        else all.push({ page: number, corners, place: corners.map(Math.round).join(" ") });
      }
      page.cleanup();
      progress(number, 2 * pages);
    }
    const places = Map.groupBy(all, ({ place }) => place);
    for (const [, of] of places) if (of.length >= REPEATED) left.repeated++;
    const chosen = all.filter(({ place }) => places.get(place)!.length < REPEATED).slice(0, PICTURES_MAX);
    for (const [number, of] of Map.groupBy(chosen, ({ page }) => page)) {
      const page = await document.getPage(number);
      const { canvas, scale, width, height } = await drawPage(page, DRAWN);
      for (const { corners } of of) {
        const [x0, y0, x1, y1] = corners;
        const size = [Math.max(1, Math.round((x1 - x0) * scale)), Math.max(1, Math.round((y1 - y0) * scale))] as const;
        const piece = createCanvas(...size);
        piece.getContext("2d").drawImage(canvas, x0 * scale, y0 * scale, ...size, 0, 0, ...size);
        const box: Box = {
          x: share(x0, width),
          y: share(y0, height),
          width: share(x1 - x0, width),
          height: share(y1 - y0, height),
        };
        const bytes = await piece.encode("jpeg", QUALITY);
        await deliver({ page: number, box, width: size[0], height: size[1], bytes });
      }
      page.cleanup();
      progress(pages + number, 2 * pages);
    }
    return left;
  } finally {
    await document.loadingTask.destroy();
  }
}

const share = (part: number, whole: number) => Math.round((1_000_000 * part) / whole) / 10_000;

/** Where pictures stand on a page as shown, stripes of one put together. */
async function cornersOf(page: PDFPageProxy, { OPS, Util }: PdfLibrary): Promise<Corners[]> {
  const list = await page.getOperatorList().catch(() => null);
  if (!list) return [];
  const viewport = page.getViewport({ scale: 1 });
  const found: Corners[] = [];
  const stack: Matrix[] = [];
  let matrix = viewport.transform as Matrix;
  list.fnArray.forEach((op, index) => {
    // Operators without arguments have null.
    const args: readonly unknown[] = list.argsArray[index] ?? [];
    if (op === OPS.save) stack.push(matrix);
    else if (op === OPS.restore || op === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? matrix;
    else if (op === OPS.transform) matrix = Util.transform(matrix, args) as Matrix;
    else if (op === OPS.paintFormXObjectBegin) {
      stack.push(matrix);
      if (args[0]) matrix = Util.transform(matrix, args[0]) as Matrix;
    } else if (op === OPS.paintImageXObject || op === OPS.paintInlineImageXObject) {
      const corners = within(matrix, viewport);
      const last = found.at(-1);
      if (last && isStripe(last, corners)) found[found.length - 1] = joined(last, corners);
      else found.push(corners);
    }
  });
  return found;
}

/** The unit square of a picture, as far as it lies on the page. */
function within([a, b, c, d, e, f]: Matrix, { width, height }: { width: number; height: number }): Corners {
  const [xs, ys] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ];
  const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));
  return [
    clamp(Math.min(...xs), width),
    clamp(Math.min(...ys), height),
    clamp(Math.max(...xs), width),
    clamp(Math.max(...ys), height),
  ];
}

/** Programs cut large pictures into stripes, one under or beside the other. */
function isStripe(a: Corners, b: Corners): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) <= SEAM;
  const isUnder = isNear(a[0], b[0]) && isNear(a[2], b[2]) && (isNear(a[3], b[1]) || isNear(a[1], b[3]));
  const isBeside = isNear(a[1], b[1]) && isNear(a[3], b[3]) && (isNear(a[2], b[0]) || isNear(a[0], b[2]));
  return isUnder || isBeside;
}

const joined = (a: Corners, b: Corners): Corners => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
