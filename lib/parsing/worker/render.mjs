// Pages as pictures, for a model that reads them. Runs in a child of its own: drawing needs native code.
import { readFileSync } from "node:fs";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { ParseStop } from "./failure.mjs";
import { openPdf } from "./pdf/open.mjs";

/** Pixels of the longer side: enough to read small print, and what models take. */
const SIDE_MAX = 2000;
const QUALITY = 85;

/** Hands each page from `from` to `to` to `page(number, bytes)` as a jpeg. */
export async function renderPages({ path, format, from, to }, page) {
  if (format === "image") await page(1, await renderPicture(path));
  else await renderPdf({ path, from, to }, page);
  return { type: "done" };
}

async function renderPicture(path) {
  let picture;
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

async function renderPdf({ path, from, to }, deliver) {
  const { document } = await openPdf(path);
  try {
    for (let number = from; number <= Math.min(to, document.numPages); number++) {
      const page = await document.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(3, SIDE_MAX / Math.max(width, height)) });
      const canvas = whiteCanvas(viewport.width, viewport.height);
      await page.render({ canvas, canvasContext: canvas.getContext("2d"), viewport }).promise;
      await deliver(number, await canvas.encode("jpeg", QUALITY));
      page.cleanup();
    }
  } finally {
    await document.loadingTask.destroy();
  }
}

function whiteCanvas(width, height) {
  const canvas = createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));
  const context = canvas.getContext("2d");
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}
