import "server-only";
import { randomInt } from "node:crypto";

/** Each symbol as strokes on a grid four wide and six high: no text in the picture for a program to read off. */
const STROKES: Record<string, string> = {
  "2": "0,1 1,0 3,0 4,1 4,2 0,6 4,6",
  "3": "0,0 4,0 2,2 4,4 3,6 0,6",
  "4": "3,6 3,0 0,4 4,4",
  "6": "4,0 1,2 0,4 1,6 3,6 4,5 3,3 0,4",
  "7": "0,0 4,0 1,6",
  "9": "4,2 1,3 0,1 1,0 3,0 4,2 3,6",
  A: "0,6 2,0 4,6|1,4 3,4",
  C: "4,1 3,0 1,0 0,2 0,4 1,6 3,6 4,5",
  D: "0,0 0,6 2,6 4,4 4,2 2,0 0,0",
  E: "4,0 0,0 0,6 4,6|0,3 3,3",
  F: "4,0 0,0 0,6|0,3 3,3",
  H: "0,0 0,6|4,0 4,6|0,3 4,3",
  J: "1,0 4,0|3,0 3,5 2,6 1,6 0,5",
  K: "0,0 0,6|4,0 0,3 4,6",
  L: "0,0 0,6 4,6",
  M: "0,6 0,0 2,3 4,0 4,6",
  N: "0,6 0,0 4,6 4,0",
  P: "0,6 0,0 3,0 4,1 4,2 3,3 0,3",
  R: "0,6 0,0 3,0 4,1 4,2 3,3 0,3|2,3 4,6",
  T: "0,0 4,0|2,0 2,6",
  U: "0,0 0,5 1,6 3,6 4,5 4,0",
  V: "0,0 2,6 4,0",
  W: "0,0 1,6 2,2 3,6 4,0",
  X: "0,0 4,6|4,0 0,6",
  Y: "0,0 2,3 4,0|2,3 2,6",
};

const WIDTH = 128;
const HEIGHT = 44;
const jitter = (range: number) => randomInt(-range * 10, range * 10 + 1) / 10;

function symbol(char: string, index: number): string {
  const [x, y, scale] = [12 + index * 28 + jitter(2), 9 + jitter(3), 4 + randomInt(10) / 10];
  const paths = (STROKES[char] ?? "").split("|").map((stroke) => {
    const points = stroke.split(" ").map((point) => {
      const [px = 0, py = 0] = point.split(",").map(Number);
      return `${(x + px * scale + jitter(0.8)).toFixed(1)} ${(y + py * scale + jitter(0.8)).toFixed(1)}`;
    });
    return `M${points.join("L")}`;
  });
  const turn = `rotate(${jitter(14)} ${(x + 8).toFixed(1)} ${HEIGHT / 2})`;
  return `<path d="${paths.join("")}" transform="${turn}" stroke-width="2.4"/>`;
}

function noise(): string {
  const line = () =>
    `M${randomInt(WIDTH)} ${randomInt(HEIGHT)}Q${randomInt(WIDTH)} ${randomInt(HEIGHT)} ${randomInt(WIDTH)} ${randomInt(HEIGHT)}`;
  return `<path d="${Array.from({ length: 5 }, line).join("")}" stroke-width="1" opacity=".55"/>`;
}

/** The picture of a code as a data URL; grey strokes that show on light and dark. */
export function codeImage(code: string): string {
  const body = [...code].map(symbol).join("") + noise();
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" fill="none" stroke="#78838f" stroke-linecap="round" stroke-linejoin="round">${body}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}
