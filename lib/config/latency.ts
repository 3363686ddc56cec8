/* Apart from the database: rollups count by these buckets, reports read percentiles from them. */

/** How many calls fell into which bucket, by the bucket's number; buckets without any are left out. */
export type Histogram = Readonly<Record<string, number>>;

/** Each bucket begins a tenth above the one before: a percentile is right to about 10 %, at 9 ms as at 90 s. */
const GROWTH = 1.1;
/** Times above are not told apart, milliseconds. The last bucket ends here (`latency_bucket` in the migrations). */
export const LATENCY_BOUND = 600_000;
const LAST = 139;

/**
 * Bounds of buckets of rollups from before 2026-11-22, which counted by five bounds only: bucket -1 ends at 500 ms, -2 at
 * 1000 and so on. A percentile among them is an estimate, evenly spread between the bounds; of the last only its beginning
 * is known.
 */
const WIDE = [0, 500, 1000, 2000, 5000, 10_000, 10_001];

/** Times are whole milliseconds: the least a bucket holds. */
const firstOf = (bucket: number) => Math.ceil(GROWTH ** bucket);

function boundsOf(bucket: number): [from: number, to: number] {
  if (bucket < 0) return [WIDE[-bucket - 1] ?? 0, WIDE[-bucket] ?? 10_001];
  return [bucket === 0 ? 0 : firstOf(bucket) - 0.5, bucket >= LAST ? LATENCY_BOUND : firstOf(bucket + 1) - 0.5];
}

export function mergeHistograms(a: Histogram = {}, b: Histogram = {}): Histogram {
  const sum: Record<string, number> = { ...a };
  for (const [bucket, calls] of Object.entries(b)) sum[bucket] = (sum[bucket] ?? 0) + calls;
  return sum;
}

/** The time within which a share of the calls had their first token, milliseconds; null without calls. */
export function percentile(histogram: Histogram, share: number): number | null {
  const edges: { at: number; density: number }[] = [];
  let total = 0;
  for (const [bucket, calls] of Object.entries(histogram)) {
    const [from, to] = boundsOf(Number(bucket));
    const density = calls / (to - from);
    edges.push({ at: from, density }, { at: to, density: -density });
    total += calls;
  }
  if (total === 0) return null;
  edges.sort((a, b) => a.at - b.at);
  // Wide and fine buckets may overlap: their calls add up between one edge and the next.
  let missing = total * share;
  let density = 0;
  let last = 0;
  for (const edge of edges) {
    const within = density * (edge.at - last);
    if (within > 0 && within >= missing - 1e-9) return Math.round(last + missing / density);
    missing -= within;
    density += edge.density;
    last = edge.at;
  }
  return Math.round(last);
}
