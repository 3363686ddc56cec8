import { mergeHistograms, percentile } from "@/lib/config/latency";

/** As `latency_bucket` of the database counts. */
function histogramOf(times: readonly number[]) {
  const counts: Record<string, number> = {};
  for (const time of times) {
    const bucket = time <= 1 ? 0 : Math.min(139, Math.floor(Math.log(time) / Math.log(1.1)));
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

describe("percentiles", () => {
  it("of fast calls are as fast as the calls", () => {
    expect(percentile(histogramOf(Array(50).fill(9)), 0.5)).toBe(9);
    expect(percentile(histogramOf([1, 1, 1, 1]), 0.5)).toBe(1);
    expect(percentile({}, 0.5)).toBeNull();
  });

  it("are right to a tenth from milliseconds to minutes", () => {
    const times = Array.from({ length: 2000 }, (_, index) => Math.round(1.5 ** ((index * 7919) % 30) + 3));
    const sorted = [...times].sort((a, b) => a - b);
    for (const share of [0.1, 0.5, 0.9, 0.95]) {
      const real = sorted[Math.ceil(share * sorted.length) - 1]!;
      const found = percentile(histogramOf(times), share)!;
      expect(Math.abs(found - real) / real).toBeLessThan(0.101);
    }
  });

  it("end at ten minutes", () => {
    expect(percentile(histogramOf([3_000_000, 4_000_000]), 0.99)).toBeGreaterThan(560_000);
    expect(percentile(histogramOf([3_000_000]), 1)).toBe(600_000);
  });

  it("of old rollups lie evenly between their five bounds, also beside new ones", () => {
    expect(percentile({ "-1": 10 }, 0.5)).toBe(250);
    expect(percentile({ "-3": 100 }, 0.95)).toBe(1950);
    expect(percentile({ "-6": 5 }, 0.5)).toBe(10_001);
    // Half of all lie below 500 ms, and ten fast ones are known to be at 9 ms.
    const both = mergeHistograms({ "-1": 10 }, histogramOf(Array(10).fill(9)));
    expect(percentile(both, 0.25)).toBe(9);
    expect(percentile(both, 0.75)).toBeGreaterThan(200);
  });

  it("add up", () => {
    expect(mergeHistograms(histogramOf([9, 9, 500]), histogramOf([9]))).toEqual(histogramOf([9, 9, 9, 500]));
  });
});
