import { RETRIEVAL_MODES, SELECTED_MAX, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import {
  type Candidate,
  type Change,
  KNOBS,
  type Knob,
  type Knobs,
  PAIRS,
  type Stages,
  TraceSolver,
  valuesOf,
} from "@/lib/features/knowledge/service/retrieval/trace-solver";

const ROUNDS = 100;
/** Time of the brute force in all, milliseconds. */
const BUDGET_MS = 8000;

/** Numbers that are the same in every run. */
function numbers(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    next,
    upTo: (most: number) => Math.floor(next() * (most + 1)),
    some: <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)]!,
    hundredth: () => Math.round(next() * 100) / 100,
  };
}
type Random = ReturnType<typeof numbers>;

const idOf = (number: number) => `slice-${String(number).padStart(3, "0")}`;

function listOf(random: Random, slices: number): Candidate[] {
  return Array.from({ length: slices }, (_, number) => number)
    .filter(() => random.next() < 0.8)
    .map((number) => ({
      id: idOf(number),
      score: random.hundredth(),
      vector: random.hundredth() / 2,
      ...(random.next() < 0.5 && { lexical: random.hundredth() }),
    }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

function scene(random: Random): { stages: Stages; knobs: Knobs; id: string } {
  const slices = 2 + random.upTo(random.next() < 0.3 ? 110 : 40);
  const queries = Array.from({ length: random.next() < 0.7 ? 1 : 3 }, () => ({
    union: listOf(random, slices),
    intersection: listOf(random, Math.ceil(slices / 2)),
    vector: listOf(random, slices),
  }));
  const ids = Array.from({ length: slices }, (_, number) => idOf(number));
  const id = random.some(ids);
  const hasRerank = random.next() < 0.6;
  const known = random.next() < 0.8 ? ids : ids.filter((one) => one === id || random.next() < 0.95);
  return {
    id,
    stages: {
      queries,
      named: new Set(ids.filter(() => random.next() < 0.7)),
      // Ties are as likely as in lists of models that round.
      rerank: hasRerank ? new Map(known.map((one) => [one, Math.round(random.next() * 30) / 30])) : null,
      models: { filter: random.next() < 0.2, select: random.next() < 0.2 },
      filtered: new Set(),
      unchosen: new Set(),
    },
    knobs: {
      mode: random.some(RETRIEVAL_MODES),
      topK: 1 + random.upTo(TOP_K_MAX - 1),
      minScore: random.next() < 0.1 ? random.next() : random.hundredth(),
      selectedCount: 1 + random.upTo(SELECTED_MAX - 1),
      reranks: hasRerank,
    },
  };
}

/** Settings in numbers of steps away from those that stand. */
const distance = (knobs: Knobs, knob: Knob, change: Change) =>
  valuesOf(knobs, knob).findIndex((one) => one[knob] === change[knob]);

describe("the tracer", () => {
  it("names the nearest value of each setting that keeps a slice, and a pair only where none does", () => {
    const random = numbers(20_261_126);
    const counts = { kept: 0, single: 0, pair: 0, none: 0 };
    const end = performance.now() + BUDGET_MS;
    for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
      const { stages, knobs, id } = scene(random);
      const solver = new TraceSolver(stages, id);
      /** Whether the slice stays, by working the whole search out again; never where nobody knows. */
      const keeps = (change: Change) => {
        const wanted = { ...knobs, ...change };
        const isKnown =
          !wanted.reranks || solver.merged(wanted.mode, wanted.topK).every((one) => stages.rerank!.has(one.id));
        return isKnown && solver.fate(wanted).cut === null;
      };
      const changes = solver.changes(knobs);
      if (solver.fate(knobs).cut === null) {
        counts.kept++;
        expect(changes).toEqual([]);
        continue;
      }
      const nearest = KNOBS.flatMap((knob) => valuesOf(knobs, knob).find(keeps) ?? []);
      if (nearest.length > 0) {
        counts.single++;
        expect(changes).toEqual(nearest);
        for (const change of changes) {
          const [knob] = Object.keys(change) as [Knob];
          const at = distance(knobs, knob, change);
          expect(keeps(change)).toBe(true);
          if (at > 0) expect(keeps(valuesOf(knobs, knob)[at - 1]!)).toBe(false);
        }
        continue;
      }
      const pair = firstPair(knobs, keeps);
      counts[pair ? "pair" : "none"]++;
      expect(changes).toEqual(pair ? [pair] : []);
    }
    // All that can happen has happened.
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
  });

  it("has nothing to move where a model left a slice out, or no list has it", () => {
    const list = ["a", "b", "c"].map((id, index) => ({ id, score: 1 - index / 10 }));
    const stages: Stages = {
      queries: [{ union: list, intersection: list, vector: list }],
      named: new Set(["a", "b", "c"]),
      rerank: null,
      models: { filter: true, select: false },
      filtered: new Set(["b"]),
      unchosen: new Set(),
    };
    const knobs: Knobs = { mode: "union", topK: 30, minScore: 0.1, selectedCount: 1, reranks: false };
    const traced = (id: string, of = stages) => {
      const solver = new TraceSolver(of, id);
      return { cut: solver.fate(knobs).cut, changes: solver.changes(knobs) };
    };
    expect(traced("b")).toEqual({ cut: "filter", changes: [] });
    expect(traced("z")).toEqual({ cut: "candidates", changes: [] });
    // What the filter left out takes nobody's place.
    expect(traced("c")).toEqual({ cut: "selectedCount", changes: [{ selectedCount: 2 }] });
    const selecting = { ...stages, models: { filter: false, select: true }, filtered: new Set<string>() };
    expect(traced("c", { ...selecting, unchosen: new Set(["c"]) })).toEqual({ cut: "selection", changes: [] });
  });

  it("tells what a slice of only one side is lost by, and what brings it back", () => {
    const [a, b] = [
      { id: "a", score: 0.9, vector: 0.9, lexical: 1 },
      { id: "b", score: 0.5, lexical: 0.8 },
    ];
    const stages: Stages = {
      queries: [{ union: [a, b], intersection: [a], vector: [a] }],
      named: new Set(["a", "b"]),
      rerank: new Map([
        ["a", 0.8],
        ["b", 0.057],
      ]),
      models: { filter: false, select: false },
      filtered: new Set(),
      unchosen: new Set(),
    };
    const solver = new TraceSolver(stages, "b");
    const knobs: Knobs = { mode: "intersection", topK: 30, minScore: 0.05, selectedCount: 8, reranks: true };
    expect(solver.fate(knobs).cut).toBe("mode");
    expect(solver.changes(knobs)).toEqual([{ mode: "union" }]);
    expect(solver.changes({ ...knobs, mode: "union", minScore: 0.1 })).toEqual([
      { minScore: 0.05 },
      { reranks: false },
    ]);
    expect(solver.changes({ ...knobs, minScore: 0.1 })).toEqual([{ mode: "union", minScore: 0.05 }]);
    expect(solver.changes({ ...knobs, mode: "union", topK: 1 })).toEqual([{ topK: 2 }]);
  });
});

function firstPair(knobs: Knobs, keeps: (change: Change) => boolean): Change | null {
  for (const [first, second] of PAIRS)
    for (const one of valuesOf(knobs, first))
      for (const two of valuesOf(knobs, second)) if (keeps({ ...one, ...two })) return { ...one, ...two };
  return null;
}
