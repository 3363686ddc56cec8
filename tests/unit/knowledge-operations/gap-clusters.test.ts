import { clusters, likeness, middle, unit } from "@/lib/features/knowledge-operations/gap-clusters";

/** Numbers that are the same at each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
}

/** Questions around some meanings, each a little off its own. */
function questions(count: number, { meanings, dimensions, spread }: Record<string, number>) {
  const next = numbers(7);
  const centers = Array.from({ length: meanings! }, () => unit(Array.from({ length: dimensions! }, next)));
  return Array.from({ length: count }, (_, at) => {
    const noise = unit(Array.from({ length: dimensions! }, next));
    const vector = centers[at % meanings!]!.map((value, axis) => value + spread! * noise[axis]!);
    return { id: `q${String(at).padStart(6, "0")}`, vector };
  });
}

const asText = (found: ReturnType<typeof clusters>) => found.map(({ ids }) => ids.join()).sort();

describe("clusters", () => {
  it("puts what is alike together, and leaves what is like nothing by itself", () => {
    const found = clusters(
      [
        { id: "b", vector: [1, 0.1, 0] },
        { id: "a", vector: [1, 0, 0] },
        { id: "c", vector: [0, 0, 3] },
      ],
      0.8,
    );
    expect(asText(found)).toEqual(["a,b", "c"]);
    expect(found[1]!.likeness).toEqual([1]);
    expect(likeness(found[0]!.center, unit([1, 0.05, 0]))).toBeGreaterThan(0.999);
  });

  it("finds the same in any order", () => {
    const all = questions(600, { meanings: 45, dimensions: 64, spread: 0.5 });
    const shuffled = [...all].sort((a, b) =>
      a.id.split("").reverse().join() < b.id.split("").reverse().join() ? -1 : 1,
    );
    expect(asText(clusters(shuffled, 0.7))).toEqual(asText(clusters(all, 0.7)));
    expect(clusters(all, 0.7)).toHaveLength(45);
  });

  it("takes no member that is less alike than asked", () => {
    const all = questions(400, { meanings: 400, dimensions: 16, spread: 1 });
    for (const { ids, likeness: near } of clusters(all, 0.75)) {
      if (ids.length > 1) expect(Math.min(...near)).toBeGreaterThan(0.6);
    }
  });

  it("knows of nothing, and of vectors that say nothing", () => {
    expect(clusters([], 0.5)).toEqual([]);
    expect(
      clusters(
        [
          { id: "a", vector: [0, 0] },
          { id: "b", vector: [0, 0] },
        ],
        0.5,
      ),
    ).toHaveLength(2);
  });

  it("compares no vectors of different models", () => {
    expect(likeness(unit([1, 0]), unit([1, 0, 0]))).toBe(-1);
  });

  it("has a middle of length 1", () => {
    const found = middle([unit([1, 0]), unit([0, 1])]);
    expect(Math.hypot(...found)).toBeCloseTo(1, 5);
  });

  it("finds nearly every meaning where there are too many to compare with each other", () => {
    const all = questions(3000, { meanings: 500, dimensions: 128, spread: 0.5 });
    const found = clusters(all, 0.7);
    expect(found.length).toBeGreaterThanOrEqual(500);
    expect(found.length).toBeLessThan(515);
  });
});
