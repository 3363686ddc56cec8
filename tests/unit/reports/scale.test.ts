import * as fc from "fast-check";
import { labelStride, niceTicks } from "@/components/charts/scale";

describe("an axis", () => {
  it("has round steps above the highest value", () => {
    expect(niceTicks(9.5)).toEqual([0, 2.5, 5, 7.5, 10]);
    expect(niceTicks(11.7)).toEqual([0, 4, 8, 12]);
    expect(niceTicks(820_000)).toEqual([0, 250_000, 500_000, 750_000, 1_000_000]);
    expect(niceTicks(0)).toEqual([0, 1, 2, 3]);
    expect(niceTicks(2, true)).toEqual([0, 1, 2, 3]);
  });

  it("holds any value in three or four steps without wasting more than half of it", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e12, noNaN: true }), (highest) => {
        const ticks = niceTicks(highest);
        expect(ticks.length === 4 || ticks.length === 5).toBe(true);
        expect(ticks.at(-1)!).toBeGreaterThanOrEqual(highest * (1 - 1e-9));
        expect(ticks.at(-1)!).toBeLessThanOrEqual(highest * 2);
      }),
    );
  });

  it("counts whole things in whole steps", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (highest) => {
        expect(niceTicks(highest, true).every(Number.isInteger)).toBe(true);
      }),
    );
  });

  it("leaves labels out that have no room", () => {
    expect(labelStride(30, 700, 58)).toBe(3);
    expect(labelStride(7, 700, 58)).toBe(1);
  });
});
