// One picture in other sizes and formats. Runs in a child of its own: drawing needs native code, and a picture comes from
// outside.
import { readFileSync } from "node:fs";
import { createCanvas, type Image, loadImage } from "@napi-rs/canvas";
import type { ChildAnswers, ConvertTask } from "../wire.ts";
import { pictureType, sizeOf } from "./builder.ts";
import { ParseStop } from "./failure.ts";
import { drawLabel } from "./label.ts";

/** Pixels in all: a few bytes can claim a picture that would fill the memory. */
const PIXELS_MAX = 40_000_000;
const QUALITY = 90;

/** Hands over each wanted form by its place in the list. Throws documentBroken, documentTooBig. */
export async function convertPicture(
  { path, wanted }: ConvertTask,
  deliver: (number: number, bytes: Uint8Array) => Promise<void>,
): Promise<ChildAnswers["convert"]> {
  const bytes = readFileSync(path);
  const type = pictureType(bytes);
  if (!type) throw new ParseStop("documentBroken");
  const { width: wide = 0, height: high = 0 } = sizeOf(bytes, type);
  if (wide * high > PIXELS_MAX) throw new ParseStop("documentTooBig");
  let picture: Image;
  try {
    picture = await loadImage(bytes);
  } catch {
    throw new ParseStop("documentBroken");
  }
  const { width, height } = picture;
  if (width * height > PIXELS_MAX) throw new ParseStop("documentTooBig");
  if (width < 1 || height < 1) throw new ParseStop("documentBroken");
  for (const [number, { side, format, label }] of wanted.entries()) {
    const scale = side ? Math.min(1, side / Math.max(width, height)) : 1;
    const canvas = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    const context = canvas.getContext("2d");
    if (format === "jpeg") {
      context.fillStyle = "#ffffff";
      context.fillRect(0, 0, canvas.width, canvas.height);
    }
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    if (label) drawLabel(canvas, label);
    await deliver(number, await (format === "png" ? canvas.encode("png") : canvas.encode(format, QUALITY)));
  }
  return { width, height };
}
