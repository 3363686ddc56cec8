// Pages as pictures, for a model that reads them or a machine that recognises their words. Runs in a child of its own:
// drawing needs native code.
import { readFileSync } from "node:fs";
import { type Canvas, createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { PDFPageProxy } from "pdfjs-dist";
import type { RenderTask } from "../wire.ts";
import { ParseStop } from "./failure.ts";
import { openPdf } from "./pdf/open.ts";

interface Size {
  /** Pixels of the longer side at most. */
  side: number;
  /** Times the size of the page at most. */
  most: number;
}

/** Enough to read small print, and what models take. */
const FOR_MODELS = { side: 2000, pdf: 3, picture: 1 };
const QUALITY = 85;

type Deliver = (number: number, bytes: Uint8Array) => Promise<void>;

/** A page or picture on a canvas, so many times its own size. */
export interface Drawn {
  canvas: Canvas;
  scale: number;
  /** Of the page as shown. */
  width: number;
  height: number;
}

/** Hands over each page from `from` to `to` as a jpeg. */
export async function renderPages({ path, format, from, to }: RenderTask, deliver: Deliver): Promise<void> {
  const { side, pdf, picture } = FOR_MODELS;
  const jpeg = ({ canvas }: Drawn) => canvas.encode("jpeg", QUALITY);
  if (format === "image") return deliver(1, await jpeg(await drawPicture(path, { side, most: picture })));
  const { document } = await openPdf(path, { isDrawn: true });
  try {
    for (let number = from; number <= Math.min(to, document.numPages); number++) {
      const page = await document.getPage(number);
      await deliver(number, await jpeg(await drawPage(page, { side, most: pdf })));
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Throws documentBroken. */
export async function drawPicture(path: string, { side, most }: Size): Promise<Drawn> {
  let picture: Image;
  try {
    picture = await loadImage(readFileSync(path));
  } catch {
    throw new ParseStop("documentBroken");
  }
  const { width, height } = picture;
  const scale = Math.min(most, side / Math.max(width, height));
  const canvas = whiteCanvas(width * scale, height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return { canvas, scale, width, height };
}

export async function drawPage(page: PDFPageProxy, { side, most }: Size): Promise<Drawn> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(most, side / Math.max(width, height));
  const viewport = page.getViewport({ scale });
  const canvas = whiteCanvas(viewport.width, viewport.height);
  // The library draws on anything that has a canvas's methods; its types know the browser's only.
  await page.render({
    canvas: canvas as unknown as HTMLCanvasElement,
    canvasContext: canvas.getContext("2d") as unknown as CanvasRenderingContext2D,
    viewport,
  }).promise;
  return { canvas, scale, width, height };
}

function whiteCanvas(width: number, height: number): Canvas {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
