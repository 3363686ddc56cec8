// The words that say a picture was generated, drawn into a copy of it (spec E6). Their letters are lines of our own: a
// server often has no font at all, and none with Chinese.
import { type Canvas, Path2D } from "@napi-rs/canvas";
import type { PictureLabel } from "../wire.ts";

/** A letter as lines on a square of 100, with its width. */
type Letter = readonly [width: number, lines: string];

const BOWL = "M50 60A22 24 0 1 1 6 60A22 24 0 1 1 50 60";
const LETTERS: Readonly<Record<string, Letter>> = {
  " ": [30, ""],
  A: [68, "M4 84L33 14L62 84M14 60L52 60"],
  I: [20, "M10 14L10 84"],
  a: [62, `${BOWL}M50 36L50 84`],
  d: [62, `${BOWL}M50 10L50 84`],
  e: [60, "M6 59L50 59A22 24 0 1 0 42 78"],
  g: [62, `${BOWL}M50 36L50 86A20 20 0 0 1 30 106C21 106 14 103 9 99`],
  n: [60, "M8 36L8 84M8 56A20 20 0 0 1 48 56L48 84"],
  r: [38, "M8 36L8 84M8 56A20 20 0 0 1 32 37"],
  t: [44, "M20 16L20 68A16 16 0 0 0 36 84M6 36L36 36"],
  生: [106, "M30 12C26 28 18 42 8 52M24 34L88 34M18 61L84 61M52 8L52 92M6 92L98 92"],
  成: [
    104,
    "M18 30L92 30M18 30L18 56C18 72 14 84 6 94M18 52L46 52C46 68 45 78 42 84C39 87 36 86 30 84M56 8C58 40 68 76 88 92C91 94 94 88 95 76M84 46C76 64 64 80 46 93M70 10L82 20",
  ],
};
const WORDS: Readonly<Record<PictureLabel, string>> = { zh_CN: "AI 生成", en_US: "AI generated" };

/** Of the shorter side: how high a letter is, and where it would be too small to read, in pixels. */
const HEIGHT = { share: 0.034, least: 13 };
/** Of the picture's width the label takes at most. */
const WIDTH_MAX = 0.6;
const PAD = { x: 42, y: 30 };
const GAP = 8;

/** Draws the label into the lower right corner. */
export function drawLabel(canvas: Canvas, label: PictureLabel): void {
  const letters = [...WORDS[label]].map((one) => LETTERS[one] ?? LETTERS[" "]!);
  const text = letters.reduce((sum, [width]) => sum + width + GAP, -GAP);
  const [wide, high] = [text + 2 * PAD.x, 100 + 2 * PAD.y];
  const letter = Math.max(HEIGHT.least, Math.min(canvas.width, canvas.height) * HEIGHT.share);
  const scale = Math.min(letter / 100, (canvas.width * WIDTH_MAX) / wide, (canvas.height * WIDTH_MAX) / high);
  const margin = 70 * scale;
  const context = canvas.getContext("2d");
  context.save();
  context.translate(canvas.width - margin - wide * scale, canvas.height - margin - high * scale);
  context.scale(scale, scale);
  context.fillStyle = "rgba(0, 0, 0, 0.55)";
  context.beginPath();
  context.roundRect(0, 0, wide, high, 32);
  context.fill();
  context.strokeStyle = "#ffffff";
  context.lineWidth = 9;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.translate(PAD.x, PAD.y);
  for (const [width, lines] of letters) {
    if (lines) context.stroke(new Path2D(lines));
    context.translate(width + GAP, 0);
  }
  context.restore();
}
