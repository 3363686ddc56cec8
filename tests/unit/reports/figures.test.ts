import { addSums, NO_SUMS, type Sums } from "@/lib/config/usage-measures";
import { changeOf, figuresOf, percentile, projectMonth } from "@/lib/features/reports/figures";

/** Sums of calls whose first tokens took so many milliseconds. */
function sumsOf(times: readonly number[]): Sums {
  const within = (bound: number) => times.filter((time) => time <= bound).length;
  return {
    ...NO_SUMS,
    calls: times.length,
    firstTokens: times.length,
    firstTokenMs: times.reduce((sum, time) => sum + time, 0),
    within500: within(500),
    within1000: within(1000),
    within2000: within(2000),
    within5000: within(5000),
    within10000: within(10_000),
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

  it("hold the mean and percentiles between the counted bounds", () => {
    const figures = figuresOf(sumsOf([400, 400, 1500, 1500]));
    expect(figures.firstTokenMs).toBe(950);
    expect(figures.firstTokenP50).toBe(500);
    expect(percentile(sumsOf([700, 800]), 0.5)).toBe(750);
    expect(percentile(sumsOf(Array(100).fill(3000)), 0.95)).toBe(4850);
  });

  it("never lie outside the bounds the truth lies in", () => {
    const times = Array.from({ length: 500 }, (_, index) => (index * 7919) % 9000);
    const truth = [...times].sort((a, b) => a - b);
    const bounds = [0, 500, 1000, 2000, 5000, 10_000];
    for (const share of [0.1, 0.5, 0.9, 0.95, 0.99]) {
      const real = truth[Math.ceil(share * truth.length) - 1]!;
      const found = percentile(sumsOf(times), share)!;
      const index = bounds.findIndex((bound) => real <= bound);
      expect(found).toBeGreaterThanOrEqual(bounds[index - 1] ?? 0);
      expect(found).toBeLessThanOrEqual(bounds[index]!);
    }
  });

  it("say the last bound where calls took longer", () => {
    expect(percentile(sumsOf([20_000, 30_000]), 0.5)).toBe(10_000);
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
