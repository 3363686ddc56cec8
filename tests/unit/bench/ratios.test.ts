import { middleOf, ratiosOf, worseThan } from "../../bench/ratios.mjs";

const pass = (ttft50: number) => ({
  c32: {
    scenario: { concurrency: 32 },
    targets: {
      direct: { ttft50: 50, relTot50: 1, cpuPer1000: 1 },
      bare: { ttft50: 60, relTot50: 1.01, cpuPer1000: 4 },
      pglite: { ttft50, relTot50: 1.05, cpuPer1000: 10 },
    },
  },
});
const FIRST = "first token / bare route, 32 streams";
const TOTAL = "total / supplier, 32 streams";
const CPU = "CPU / bare route, 32 streams";

test("ratios hold no times", () => {
  expect(ratiosOf(pass(90), "pglite")).toEqual({ [FIRST]: 1.5, [TOTAL]: 1.05, [CPU]: 2.5 });
});

test("one spike among three passes decides nothing, two do", () => {
  const middle = (...times: number[]) => middleOf(times.map((time) => ratiosOf(pass(time), "pglite")))[FIRST];
  expect(middle(90, 900, 96)).toBe(1.6);
  expect(middle(900, 90, 600)).toBe(10);
  expect(middle(90, Number.NaN, 96)).toBeNaN();
});

test("what is worse by more than 15 % is named, with both figures", () => {
  const kept = { [FIRST]: 1.5, [TOTAL]: 1.05, [CPU]: 2 };
  expect(worseThan(kept, kept)).toEqual([]);
  expect(worseThan(kept, { [FIRST]: 1.5 * 1.15, [TOTAL]: 1, [CPU]: 0.5 })).toEqual([]);
  expect(worseThan(kept, { [FIRST]: 1.5 * 1.16, [TOTAL]: 1, [CPU]: 2.4 })).toEqual([
    { name: FIRST, kept: 1.5, now: 1.5 * 1.16 },
    { name: CPU, kept: 2, now: 2.4 },
  ]);
});

test("what was kept and cannot be measured any more counts as worse", () => {
  expect(worseThan({ [FIRST]: 1.5, [CPU]: 2 }, { [FIRST]: Number.NaN })).toEqual([
    { name: FIRST, kept: 1.5, now: Number.NaN },
    { name: CPU, kept: 2, now: undefined },
  ]);
});
