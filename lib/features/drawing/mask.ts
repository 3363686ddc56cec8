/** A place on a picture, in shares of its width and height. */
export type Point = readonly [x: number, y: number];

/** One movement of a tool. `size` is the brush's width in shares of the picture's width; surfaces have none. */
export interface Stroke {
  kind: "line" | "surface" | "clear";
  isErasing: boolean;
  size: number;
  points: readonly Point[];
}

/** What is marked, as it came about: each stroke can be taken back. */
export interface Mask {
  strokes: readonly Stroke[];
  undone: readonly Stroke[];
}

export const NO_MASK: Mask = { strokes: [], undone: [] };
/** Strokes that are kept; a mask of more is painted over, not refined. */
const STROKES_MAX = 500;
/** Cells of a side for what share is marked. */
const CELLS = 64;

export function withStroke({ strokes }: Mask, stroke: Stroke): Mask {
  return { strokes: [...strokes, stroke].slice(-STROKES_MAX), undone: [] };
}

export function undo({ strokes, undone }: Mask): Mask {
  const last = strokes.at(-1);
  return last ? { strokes: strokes.slice(0, -1), undone: [...undone, last] } : { strokes, undone };
}

export function redo({ strokes, undone }: Mask): Mask {
  const last = undone.at(-1);
  return last ? { strokes: [...strokes, last], undone: undone.slice(0, -1) } : { strokes, undone };
}

/** Nothing is marked any more; that can be taken back too. */
export const cleared = (mask: Mask): Mask => withStroke(mask, { kind: "clear", isErasing: true, size: 0, points: [] });

/** A rectangle by two corners, in per cent: the way without a pointer. */
export function regionStroke(corners: readonly [number, number, number, number], isErasing: boolean): Stroke {
  const [left, top, right, bottom] = corners.map((value) => Math.min(100, Math.max(0, value)) / 100) as [
    number,
    number,
    number,
    number,
  ];
  const points: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return { kind: "surface", isErasing, size: 0, points };
}

/** What a canvas must be able to do to be painted on. */
type Surface = Pick<
  CanvasRenderingContext2D,
  | "clearRect"
  | "beginPath"
  | "moveTo"
  | "lineTo"
  | "closePath"
  | "stroke"
  | "fill"
  | "arc"
  | "globalCompositeOperation"
  | "lineWidth"
  | "lineCap"
  | "lineJoin"
  | "strokeStyle"
  | "fillStyle"
>;

/** Paints what is marked as white on nothing, at any size. */
export function paintMask(surface: Surface, strokes: readonly Stroke[], width: number, height: number): void {
  surface.clearRect(0, 0, width, height);
  Object.assign(surface, { lineCap: "round", lineJoin: "round", strokeStyle: "#fff", fillStyle: "#fff" });
  for (const { kind, isErasing, size, points } of strokes) {
    if (kind === "clear") {
      surface.clearRect(0, 0, width, height);
      continue;
    }
    surface.globalCompositeOperation = isErasing ? "destination-out" : "source-over";
    surface.beginPath();
    const [first] = points;
    if (kind === "line" && first && points.length === 1) {
      surface.arc(first[0] * width, first[1] * height, (size * width) / 2, 0, 2 * Math.PI);
      surface.fill();
      continue;
    }
    for (const [index, [x, y]] of points.entries()) {
      if (index === 0) surface.moveTo(x * width, y * height);
      else surface.lineTo(x * width, y * height);
    }
    if (kind === "surface") {
      surface.closePath();
      surface.fill();
    } else {
      surface.lineWidth = size * width;
      surface.stroke();
    }
  }
  surface.globalCompositeOperation = "source-over";
}

/** How much of a picture of this proportion (height by width) is marked, from 0 to 1; about. */
export function markedShare(strokes: readonly Stroke[], proportion: number): number {
  const cells = new Uint8Array(CELLS * CELLS);
  for (const stroke of strokes) {
    if (stroke.kind === "clear") cells.fill(0);
    else if (stroke.kind === "surface") fillSurface(cells, stroke);
    else drawLine(cells, stroke, proportion);
  }
  return cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
}

const centre = (cell: number) => (cell + 0.5) / CELLS;
const cellOf = (share: number) => Math.min(CELLS - 1, Math.max(0, Math.floor(share * CELLS)));

function fillSurface(cells: Uint8Array, { points, isErasing }: Stroke): void {
  for (let row = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++) {
      if (isWithin(points, centre(column), centre(row))) cells[row * CELLS + column] = isErasing ? 0 : 1;
    }
  }
}

function isWithin(points: readonly Point[], x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0, before = points.length - 1; at < points.length; before = at++) {
    const [[x1, y1], [x2, y2]] = [points[at]!, points[before]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}

function drawLine(cells: Uint8Array, { points, size, isErasing }: Stroke, proportion: number): void {
  const radius = size / 2;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const [left, right] = [Math.min(from[0], to[0]) - radius, Math.max(from[0], to[0]) + radius];
    const reach = radius / proportion;
    const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach];
    for (let row = cellOf(top); row <= cellOf(bottom); row++) {
      for (let column = cellOf(left); column <= cellOf(right); column++) {
        const near = distance([centre(column), centre(row)], from, to, proportion);
        // A thin line marks the cells it runs through.
        if (near <= Math.max(radius, 0.5 / CELLS)) cells[row * CELLS + column] = isErasing ? 0 : 1;
      }
    }
  }
}

/** From a point to a piece of a line, in shares of the width. */
function distance([x, y]: Point, [x1, y1]: Point, [x2, y2]: Point, proportion: number): number {
  const [across, down] = [x2 - x1, (y2 - y1) * proportion];
  const length = across * across + down * down;
  const along = length === 0 ? 0 : ((x - x1) * across + (y - y1) * proportion * down) / length;
  const at = Math.min(1, Math.max(0, along));
  return Math.hypot(x - x1 - at * across, (y - y1) * proportion - at * down);
}
