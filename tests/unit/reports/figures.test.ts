import { addSums, NO_SUMS, type Sums } from "@/lib/config/usage-measures";
import { changeOf, figuresOf, projectMonth } from "@/lib/features/reports/figures";

/** Sums of calls whose first tokens took so many milliseconds. */
function sumsOf(times: readonly number[]): Sums {
  return {
    ...NO_SUMS,
    calls: times.length,
    firstTokens: times.length,
    firstTokenMs: times.reduce((sum, time) => sum + time, 0),
  };
}

describe("figures", () => {
  it("have no latency without a first token", () => {
    expect(figuresOf(NO_SUMS)).toMatchObject({
      tokens: 0,
      firstTokenMs: null,
      firstTokenP50: null,
      firstTokenP95: null,
    });
  });

  it("hold the mean, and percentiles where their histogram came along", () => {
    const sums = sumsOf([400, 400, 1500, 1500]);
    expect(figuresOf(sums)).toMatchObject({ firstTokenMs: 950, firstTokenP50: null, firstTokenP95: null });
    const figures = figuresOf({ ...sums, latency: { 62: 2, 76: 2 } });
    expect(figures.firstTokenP50).toBeGreaterThan(360);
    expect(figures.firstTokenP50).toBeLessThan(440);
  });

  it("add up", () => {
    const sums = addSums(sumsOf([400]), sumsOf([600, 700]));
    expect(sums).toEqual(sumsOf([400, 600, 700]));
  });

  it("change against something only", () => {
    expect(changeOf(150, 100)).toBe(0.5);
    expect(changeOf(0, 100)).toBe(-1);
    expect(changeOf(5, 0)).toBeNull();
    expect(changeOf(null, 100)).toBeNull();
  });
});

describe("a month's projection", () => {
  it("goes on as the days before did", () => {
    // Ten days and a half of thirty.
    expect(projectMonth(10_500_000, "2026-11-11", 0.5)).toBe(30_000_000);
    expect(projectMonth(31_000_000, "2026-12-31", 1)).toBe(31_000_000);
    expect(projectMonth(0, "2026-11-11", 0.5)).toBe(0);
  });

  it("does not multiply the first minutes of a month", () => {
    expect(projectMonth(1_000_000, "2026-11-01", 0.001)).toBe(120_000_000);
  });
});
