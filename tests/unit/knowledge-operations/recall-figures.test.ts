import { compareScores, meanScores, type Scores, scoresOf } from "@/lib/features/knowledge-operations/recall-figures";

describe("scores of one question", () => {
  it.each([
    // One place, found first.
    [[1], { recall1: 1, recall3: 1, recall5: 1, recallK: 1, mrr: 1, ndcg: 1, answered: 1 }],
    // One place, found fourth: 1 / log2(5).
    [[4], { recall1: 0, recall3: 0, recall5: 1, recallK: 1, mrr: 0.25, ndcg: 0.430677, answered: 1 }],
    // Not found.
    [[null], { recall1: 0, recall3: 0, recall5: 0, recallK: 0, mrr: 0, ndcg: 0, answered: 0 }],
    // Two places, second and not found: (1 / log2 3) / (1 + 1 / log2 3).
    [[2, null], { recall1: 0, recall3: 0.5, recall5: 0.5, recallK: 0.5, mrr: 0.5, ndcg: 0.386853, answered: 1 }],
    // Three places at 1, 3 and 12: the last one counts for recall@k alone.
    [
      [12, 3, 1],
      {
        recall1: 1 / 3,
        recall3: 2 / 3,
        recall5: 2 / 3,
        recallK: 1,
        mrr: 1,
        ndcg: 1.5 / (1 + 0.63093 + 0.5),
        answered: 1,
      },
    ],
    // Two places in one slice are no better than a perfect list.
    [[1, 1], { recall1: 1, recall3: 1, recall5: 1, recallK: 1, mrr: 1, ndcg: 1, answered: 1 }],
  ])("of ranks %j", (ranks, expected) => {
    const scores = scoresOf(ranks);
    for (const [name, value] of Object.entries(expected)) expect(scores[name as keyof Scores]).toBeCloseTo(value, 4);
  });

  it("are 0 on average where there is no question", () => {
    expect(meanScores([])).toMatchObject({ mrr: 0, recallK: 0 });
    expect(meanScores([scoresOf([1]), scoresOf([null])]).recall1).toBe(0.5);
  });
});

describe("the difference of two settings", () => {
  const many = (count: number, rank: (index: number) => number | null) =>
    Array.from({ length: count }, (_, index) => scoresOf([rank(index)]));

  it("is told as better or worse where the interval leaves 0 out", () => {
    const [low, high] = [many(40, () => 2), many(40, (index) => (index % 4 === 0 ? 2 : 1))];
    const better = compareScores(low, high);
    // 30 of 40 questions gain all of recall@1.
    expect(better.recall1).toMatchObject({ mean: 0.75, verdict: "better" });
    expect(better.recall1.low).toBeGreaterThan(0.5);
    expect(better.recall1.high).toBeLessThan(0.95);
    expect(better.recall3).toEqual({ mean: 0, low: 0, high: 0, verdict: "same" });
    expect(compareScores(high, low).recall1).toMatchObject({ mean: -0.75, verdict: "worse" });
  });

  it("is none where gains and losses are as many", () => {
    const one = many(40, (index) => (index % 2 === 0 ? 1 : 2));
    const other = many(40, (index) => (index % 2 === 0 ? 2 : 1));
    expect(compareScores(one, other).mrr).toMatchObject({ mean: 0, verdict: "same" });
  });

  it("has the interval of the bootstrap: as wide as the binomial says", () => {
    const one = many(100, () => null);
    const other = many(100, (index) => (index < 50 ? 1 : null));
    const { low, high } = compareScores(one, other).recallK;
    // 0.5 ± 1.96 × sqrt(0.25 / 100)
    expect(low).toBeGreaterThan(0.36);
    expect(low).toBeLessThan(0.44);
    expect(high).toBeGreaterThan(0.56);
    expect(high).toBeLessThan(0.64);
  });

  it("is the same each time it is computed", () => {
    const [one, other] = [many(30, (index) => (index % 3) + 1), many(30, (index) => (index % 5) + 1)];
    expect(compareScores(one, other)).toEqual(compareScores(one, other));
  });

  it("concludes nothing from 19 questions, and does from 20", () => {
    const of = (count: number) =>
      compareScores(
        many(count, () => 2),
        many(count, () => 1),
      ).mrr.verdict;
    expect(of(19)).toBe("tooFew");
    expect(of(20)).toBe("better");
    expect(compareScores([], []).mrr).toMatchObject({ mean: 0, verdict: "tooFew" });
  });
});
