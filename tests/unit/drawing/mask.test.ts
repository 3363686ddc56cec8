import {
  cleared,
  type Mask,
  markedShare,
  NO_MASK,
  redo,
  regionStroke,
  type Stroke,
  undo,
  withStroke,
} from "@/lib/features/drawing/mask";

const line = (isErasing: boolean, ...points: [number, number][]): Stroke => ({
  kind: "line",
  isErasing,
  size: 0.2,
  points,
});
const shareOf = ({ strokes }: Mask) => markedShare(strokes, 1);

describe("a mask", () => {
  it("knows how much of a picture is marked", () => {
    expect(shareOf(NO_MASK)).toBe(0);
    expect(shareOf(withStroke(NO_MASK, regionStroke([0, 0, 100, 100], false)))).toBe(1);
    expect(shareOf(withStroke(NO_MASK, regionStroke([25, 25, 75, 75], false)))).toBeCloseTo(0.25, 2);
    // A dot of a fifth of the width, and a line along the middle.
    expect(shareOf(withStroke(NO_MASK, line(false, [0.5, 0.5])))).toBeCloseTo(Math.PI * 0.01, 2);
    expect(shareOf(withStroke(NO_MASK, line(false, [0, 0.5], [1, 0.5])))).toBeCloseTo(0.2, 1);
  });

  it("draws a round dot on a picture of any proportion", () => {
    const dot = [line(false, [0.5, 0.5])];
    expect(markedShare(dot, 2)).toBeCloseTo(markedShare(dot, 1) / 2, 2);
  });

  it("erases, is cleared, and takes every step back and forth", () => {
    const whole = withStroke(NO_MASK, regionStroke([0, 0, 100, 100], false));
    const holed = withStroke(whole, line(true, [0.5, 0.5]));
    expect(shareOf(holed)).toBeLessThan(1);
    expect(shareOf(undo(holed))).toBe(1);
    expect(redo(undo(holed))).toEqual(holed);
    const none = cleared(holed);
    expect(shareOf(none)).toBe(0);
    expect(shareOf(undo(none))).toBe(shareOf(holed));
    expect(undo(NO_MASK)).toEqual(NO_MASK);
    expect(redo(NO_MASK)).toEqual(NO_MASK);
    // What is new forgets what was taken back.
    expect(withStroke(undo(holed), line(false, [0, 0])).undone).toEqual([]);
  });

  it("keeps a region within the picture", () => {
    expect(regionStroke([-10, 0, 150, 100], false).points).toEqual([
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]);
  });
});
