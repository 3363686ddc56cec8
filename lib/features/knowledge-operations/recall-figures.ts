import { COMPARED_QUESTIONS_MIN } from "./recall-limits";

/** What a test measures of a setting, each between 0 and 1. */
export const MEASURES = ["recall1", "recall3", "recall5", "recallK", "mrr", "ndcg", "answered"] as const;
export type Measure = (typeof MEASURES)[number];
export type Scores = Record<Measure, number>;

export const VERDICTS = ["better", "worse", "same", "tooFew"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** How much more the second setting scores than the first, with the interval that holds the true value in 95 of 100 cases. */
export interface Difference {
  mean: number;
  low: number;
  high: number;
  verdict: Verdict;
}

const NDCG_DEPTH = 10;
const RESAMPLES = 1000;
const SEED = 20_261_126;

const discount = (rank: number) => 1 / Math.log2(rank + 1);

/**
 * Scores of one question by the ranks of its expected places among the selected slices, from 1; null: not among them. Recall
 * is the share of the places within so many ranks, `recallK` within all that were selected; `mrr` one over the first rank;
 * `ndcg` weighs the first ten ranks; `answered` is 1 as soon as one place is there.
 */
export function scoresOf(ranks: readonly (number | null)[]): Scores {
  const found = ranks.filter((rank) => rank !== null).sort((a, b) => a - b);
  const within = (most: number) => found.filter((rank) => rank <= most).length / ranks.length;
  const gain = found.reduce((sum, rank) => (rank <= NDCG_DEPTH ? sum + discount(rank) : sum), 0);
  const best = Array.from({ length: Math.min(ranks.length, NDCG_DEPTH) }, (_, index) => discount(index + 1));
  return {
    recall1: within(1),
    recall3: within(3),
    recall5: within(5),
    recallK: within(Number.POSITIVE_INFINITY),
    mrr: found.length > 0 ? 1 / found[0]! : 0,
    // One slice may be several places: it counts no more than a perfect list.
    ndcg: Math.min(1, gain / best.reduce((sum, each) => sum + each, 0)),
    answered: found.length > 0 ? 1 : 0,
  };
}

/** Means over questions; all 0 without any. */
export function meanScores(all: readonly Scores[]): Scores {
  const mean = (name: Measure) => all.reduce((sum, scores) => sum + scores[name], 0) / Math.max(1, all.length);
  return byMeasure(mean);
}

/**
 * Difference of two settings that were asked the same questions, by measure: a paired bootstrap of 1,000 resamples, the same
 * ones each time. Below 20 questions nothing is concluded from it.
 */
export function compareScores(first: readonly Scores[], second: readonly Scores[]): Record<Measure, Difference> {
  const count = first.length;
  const resampled = byMeasure(() => new Float64Array(RESAMPLES));
  const gaps = byMeasure((name) => first.map((scores, index) => second[index]![name] - scores[name]));
  const random = seeded(SEED);
  for (let sample = 0; sample < RESAMPLES; sample++) {
    for (let drawn = 0; drawn < count; drawn++) {
      const at = Math.floor(random() * count);
      for (const name of MEASURES) resampled[name][sample]! += gaps[name][at]! / count;
    }
  }
  return byMeasure((name) => {
    const sorted = resampled[name].sort();
    const [low, high] = [sorted[Math.floor(RESAMPLES * 0.025)]!, sorted[Math.ceil(RESAMPLES * 0.975) - 1]!];
    const mean = count > 0 ? gaps[name].reduce((sum, gap) => sum + gap, 0) / count : 0;
    return { mean, low, high, verdict: verdictOf(count, low, high) };
  });
}

function verdictOf(count: number, low: number, high: number): Verdict {
  if (count < COMPARED_QUESTIONS_MIN) return "tooFew";
  if (low > 0) return "better";
  return high < 0 ? "worse" : "same";
}

function byMeasure<T>(of: (name: Measure) => T): Record<Measure, T> {
  return Object.fromEntries(MEASURES.map((name) => [name, of(name)])) as Record<Measure, T>;
}

/** Numbers from 0 to 1 that are the same for a seed: a run tells the same however often it is looked at. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
