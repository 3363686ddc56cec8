// Pages as pictures, for a model that reads them. Runs in a child of its own: drawing needs native code.
import { readFileSync } from "node:fs";
import { type Canvas, createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { RenderTask } from "../wire.ts";
import { ParseStop } from "./failure.ts";
import { openPdf } from "./pdf/open.ts";

/** Pixels of the longer side: enough to read small print, and what models take. */
const SIDE_MAX = 2000;
const QUALITY = 85;

type Deliver = (number: number, bytes: Uint8Array) => Promise<void>;

/** Hands over each page from `from` to `to` as a jpeg. */
export async function renderPages(task: RenderTask, deliver: Deliver): Promise<void> {
  if (task.format === "image") await deliver(1, await renderPicture(task.path));
  else await renderPdf(task, deliver);
}

async function renderPicture(path: string): Promise<Uint8Array> {
  let picture: Image;
  try {
    picture = await loadImage(readFileSync(path));
  } catch {
    throw new ParseStop("documentBroken");
  }
  const scale = Math.min(1, SIDE_MAX / Math.max(picture.width, picture.height));
  const canvas = whiteCanvas(picture.width * scale, picture.height * scale);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.encode("jpeg", QUALITY);
}

async function renderPdf({ path, from, to }: RenderTask, deliver: Deliver): Promise<void> {
  const { document } = await openPdf(path, { isDrawn: true });
  try {
    for (let number = from; number <= Math.min(to, document.numPages); number++) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(3, SIDE_MAX / Math.max(width, height)) });
      const canvas = whiteCanvas(viewport.width, viewport.height);
      // The library draws on anything that has a canvas's methods; its types know the browser's only.
      await page.render({
        canvas: canvas as unknown as HTMLCanvasElement,
        canvasContext: canvas.getContext("2d") as unknown as CanvasRenderingContext2D,
        viewport,
      }).promise;
      await deliver(number, await canvas.encode("jpeg", QUALITY));
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

function whiteCanvas(width: number, height: number): Canvas {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
