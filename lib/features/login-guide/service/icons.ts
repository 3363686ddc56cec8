import "server-only";
import { buffer } from "node:stream/consumers";
import { db } from "@/db/client";
import { findReadableFile } from "@/db/queries/files/files";
import { INLINE_PICTURES } from "@/lib/files/serve";
import { fileStore } from "@/lib/files/storage";

/** Edges the package format asks for, pixels. */
export const COLOR_EDGE = 192;
export const OUTLINE_EDGE = 32;
/** Behind the product's mark: the primary colour of the light appearance. */
export const ACCENT = "#006b9f";
/** A logo larger than this is not drawn, bytes. */
const LOGO_MAX = 5 * 1024 ** 2;

/** Ways of the product's mark within 24 by 24 (see components/common/mark.tsx). */
const mark = (ground: string, ink: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="192" viewBox="0 0 24 24" fill="none">${ground}` +
  `<circle cx="12" cy="12" r="6.6" stroke="${ink}" stroke-width="1.5" opacity=".6"/>` +
  `<path d="M12 3.2v17.6" stroke="${ink}" stroke-width="1.5" stroke-linecap="round"/>` +
  `<circle cx="12" cy="8.4" r="2.3" fill="${ink}"/></svg>`;
const GROUND = `<rect width="24" height="24" fill="${ACCENT}"/>`;

/** Both icons of the package: the logo in colours, and its outline in white on nothing. */
export async function drawIcons(logoFileId: string | null): Promise<{ color: Uint8Array; outline: Uint8Array }> {
  const { createCanvas, loadImage } = await import("@napi-rs/canvas");
  const bytes = logoFileId === null ? null : await logoBytes(logoFileId);
  const logo = bytes && (await loadImage(bytes).catch(() => null));
  const drawn = async (edge: number, fallback: string) => {
    const canvas = createCanvas(edge, edge);
    const context = canvas.getContext("2d");
    const image = logo ?? (await loadImage(Buffer.from(fallback)));
    const scale = Math.min(edge / image.width, edge / image.height);
    const [width, height] = [image.width * scale, image.height * scale];
    context.drawImage(image, (edge - width) / 2, (edge - height) / 2, width, height);
    return { canvas, context };
  };
  const color = await drawn(COLOR_EDGE, mark(GROUND, "#ffffff"));
  const outline = await drawn(OUTLINE_EDGE, mark("", "#ffffff"));
  const pixels = outline.context.getImageData(0, 0, OUTLINE_EDGE, OUTLINE_EDGE);
  whiten(pixels.data);
  outline.context.putImageData(pixels, 0, 0);
  return { color: await color.canvas.encode("png"), outline: await outline.canvas.encode("png") };
}

/** White where a picture differs from its corner, nothing elsewhere: the shape of a logo, on a ground or without. */
export function whiten(pixels: Uint8ClampedArray): void {
  const [red = 0, green = 0, blue = 0, ground = 0] = pixels;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    const colour = Math.max(
      Math.abs((pixels[at] ?? 0) - red),
      Math.abs((pixels[at + 1] ?? 0) - green),
      Math.abs((pixels[at + 2] ?? 0) - blue),
    );
    const shape = ground === 0 ? alpha : Math.max((colour * alpha) / 255, Math.abs(alpha - ground));
    pixels.fill(255, at, at + 3);
    pixels[at + 3] = shape;
  }
}

async function logoBytes(fileId: string): Promise<Buffer | null> {
  const file = await findReadableFile(db(), null, fileId);
  if (!file || file.size > LOGO_MAX || !INLINE_PICTURES.includes(file.type)) return null;
  return buffer(await (await fileStore()).read(file.storageKey));
}
