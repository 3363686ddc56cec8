import { RETRIEVAL_MODES, type RetrievalMode, SELECTED_MAX, TOP_K_MAX } from "@/lib/config/knowledge-retrieval";
import type { TraceCut } from "../../trace-dto";
import { JUDGED, mergeQueries } from "./found";
import { isAlike } from "./relation";

/*
 * What a search does with the lists of its stages, worked out again without a model: where a slice is lost, and which setting
 * has to be moved how far for it to stay. Every question of the solver comes down to one: at a mode, a number of slices that
 * are found and with or without the reranker, what do the two other settings have to be (`needOf`)?
 */

/** A slice in a list, with the scores that were put together. */
export interface Candidate {
  id: string;
  score: number;
  vector?: number;
  lexical?: number;
}

/** What the stages of a search brought for a question. */
export interface Stages {
  /** For each query the list of each mode, best first, and whole. */
  queries: readonly Record<RetrievalMode, readonly Candidate[]>[];
  /** Slices that have a word of the question. */
  named: ReadonlySet<string>;
  /** Scores of the reranker, of those it was asked about; null: there is none, or it failed. */
  rerank: ReadonlyMap<string, number> | null;
  /** Models that are set and did not fail. */
  models: { filter: boolean; select: boolean };
  /** Those the filter model left out. */
  filtered: ReadonlySet<string>;
  /** Those the selection model did not choose. */
  unchosen: ReadonlySet<string>;
}

/** The settings of stages that do the same each time. */
export interface Knobs {
  mode: RetrievalMode;
  topK: number;
  minScore: number;
  selectedCount: number;
  /** The reranker is used, where there is one. */
  reranks: boolean;
}
export type Knob = keyof Knobs;
export type Change = Partial<Knobs>;

export interface Standing {
  /** From 1; null: not in the list. */
  rank: number | null;
  /** Null: it has none. */
  score: number | null;
  of: number;
}

export interface Fate {
  /** What left it out; null: it was selected, or a model decides about it. */
  cut: TraceCut | null;
  merged: Standing;
  /** Null: there is no reranker. */
  reranked: Standing | null;
  /** Among those that score enough or have to do with the question, and help according to the filter model. */
  left: Standing;
}

const GRID = 100;

const NOWHERE = (of: number): Standing => ({ rank: null, score: null, of });
const isBefore = (score: number, other: number, isEarlier: boolean) => score > other || (score === other && isEarlier);

export class TraceSolver {
  private readonly lists = new Map<string, Candidate[]>();

  constructor(
    private readonly stages: Stages,
    private readonly id: string,
  ) {}

  /** What a search by these settings finds, best first. */
  merged(mode: RetrievalMode, topK: number): readonly Candidate[] {
    const key = `${mode} ${topK}`;
    const known = this.lists.get(key);
    if (known) return known;
    const made = mergeQueries(
      this.stages.queries.map((query) => query[mode].slice(0, topK)),
      topK,
    );
    this.lists.set(key, made);
    return made;
  }

  /** The least number of slices found among which it is; null: in no list of the mode. */
  leastTopK(mode: RetrievalMode): number | null {
    for (let topK = 1; topK <= TOP_K_MAX; topK++)
      if (this.merged(mode, topK).some(({ id }) => id === this.id)) return topK;
    return null;
  }

  /** What becomes of the slice. */
  fate(knobs: Knobs): Fate {
    const { stages, id } = this;
    const { mode, topK, minScore, selectedCount } = knobs;
    const found = this.merged(mode, topK);
    const merged = this.standing(mode, topK);
    const scores = knobs.reranks ? stages.rerank : null;
    const ordered = scores ? found.toSorted((a, b) => (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0)) : found;
    const at = ordered.findIndex((one) => one.id === id);
    const score = at < 0 ? null : (scores?.get(id) ?? ordered[at]!.score);
    const reranked = scores && (at < 0 ? NOWHERE(found.length) : { rank: at + 1, score, of: found.length });
    const passing = ordered.filter((one) =>
      scores ? (scores.get(one.id) ?? 0) >= minScore : isAlike(one) || stages.named.has(one.id),
    );
    const shown = stages.models.filter ? passing.slice(0, JUDGED) : passing;
    const left = shown.filter((one) => !stages.filtered.has(one.id));
    const place = left.findIndex((one) => one.id === id);
    const standing = place < 0 ? NOWHERE(left.length) : { rank: place + 1, score, of: left.length };
    const isIn = (list: readonly Candidate[]) => list.some((one) => one.id === id);
    const asksSelection = stages.models.select && left.length > selectedCount;
    const cutOf = (): TraceCut | null => {
      if (at < 0) return this.absence(mode);
      if (!isIn(passing)) return scores ? "minScore" : "unrelated";
      if (!isIn(shown)) return "shown";
      if (place < 0) return "filter";
      if (!asksSelection) return place < selectedCount ? null : "selectedCount";
      if (place >= JUDGED) return "shown";
      return stages.unchosen.has(id) ? "selection" : null;
    };
    return { cut: cutOf(), merged, reranked, left: standing };
  }

  /**
   * The smallest changes that keep the slice: of each single setting the value nearest to what it is, else the first pair of
   * settings that does. None for one that a model left out, or that no search looks at.
   */
  changes(knobs: Knobs): Change[] {
    const { cut } = this.fate(knobs);
    if (cut === null || cut === "filter" || cut === "selection") return [];
    const singles = KNOBS.flatMap((knob) => this.nearest(knobs, knob) ?? []);
    if (singles.length > 0) return singles;
    for (const [first, second] of PAIRS)
      for (const change of valuesOf(knobs, first)) {
        const other = this.nearest({ ...knobs, ...change }, second);
        if (other) return [{ ...change, ...other }];
      }
    return [];
  }

  /** The value of one setting, nearest to what it is, that keeps the slice; null: no other value does. */
  private nearest(knobs: Knobs, knob: Knob): Change | null {
    const need = this.needOf(knobs);
    // Where they stand has nothing to do with the last two: what they have to be is known.
    if (knob === "selectedCount") {
      if (!need || !isEnough(need, knobs) || need.count <= knobs.selectedCount) return null;
      return need.count <= SELECTED_MAX ? { selectedCount: need.count } : null;
    }
    if (knob === "minScore") {
      if (need?.score == null || need.count > knobs.selectedCount || isEnough(need, knobs)) return null;
      const minScore = gridBelow(need.score);
      return minScore >= 0 ? { minScore } : null;
    }
    return valuesOf(knobs, knob).find((change) => this.keeps({ ...knobs, ...change })) ?? null;
  }

  private keeps(knobs: Knobs): boolean {
    const need = this.needOf(knobs);
    return need !== null && isEnough(need, knobs) && need.count <= knobs.selectedCount;
  }

  /**
   * What the minimum score may be at most (null: it does not matter) and how many must be selected at least. Null: whatever they
   * are, the slice is left out, or nobody knows because the reranker was not asked about the slices around it.
   */
  private needOf({ mode, topK, reranks }: Knobs): { score: number | null; count: number } | null {
    const { named, rerank, models, filtered } = this.stages;
    const found = this.merged(mode, topK);
    const at = found.findIndex(({ id }) => id === this.id);
    if (at < 0) return null;
    const scores = reranks ? rerank : null;
    const isNamed = (one: Candidate) => isAlike(one) || named.has(one.id);
    if (scores ? found.some(({ id }) => !scores.has(id)) : !isNamed(found[at]!)) return null;
    const score = scores?.get(this.id) ?? null;
    const before = found.filter((one, index) =>
      scores && score !== null ? isBefore(scores.get(one.id)!, score, index < at) : index < at && isNamed(one),
    );
    const left = before.filter(({ id }) => !filtered.has(id));
    const shown = models.filter ? before : left;
    if ((models.filter || models.select) && shown.length >= JUDGED) return null;
    return { score, count: models.select ? 1 : left.length + 1 };
  }

  private standing(mode: RetrievalMode, topK: number): Standing {
    // Behind the number it still has a place.
    const all = this.merged(mode, TOP_K_MAX);
    const list = this.merged(mode, topK).some(({ id }) => id === this.id) ? this.merged(mode, topK) : all;
    const at = list.findIndex(({ id }) => id === this.id);
    return at < 0 ? NOWHERE(all.length) : { rank: at + 1, score: list[at]!.score, of: all.length };
  }

  private absence(mode: RetrievalMode): TraceCut {
    if (this.leastTopK(mode) !== null) return "topK";
    return RETRIEVAL_MODES.some((other) => this.leastTopK(other) !== null) ? "mode" : "candidates";
  }
}

const isEnough = ({ score }: { score: number | null }, { minScore }: Knobs) => score === null || score >= minScore;

/** In the order they are offered. */
export const KNOBS: readonly Knob[] = ["selectedCount", "topK", "minScore", "mode", "reranks"];
/** The second one is solved for each value of the first. */
export const PAIRS: readonly (readonly [Knob, Knob])[] = [
  ["topK", "selectedCount"],
  ["selectedCount", "minScore"],
  ["topK", "minScore"],
  ["mode", "topK"],
  ["mode", "selectedCount"],
  ["mode", "minScore"],
  ["reranks", "selectedCount"],
  ["reranks", "topK"],
  ["reranks", "mode"],
];

/** The other values of a setting, nearest first; of two that are as near the lower one. */
export function valuesOf(knobs: Knobs, knob: Knob): Change[] {
  if (knob === "mode") return RETRIEVAL_MODES.filter((mode) => mode !== knobs.mode).map((mode) => ({ mode }));
  if (knob === "reranks") return knobs.reranks ? [{ reranks: false }] : [];
  const [least, most, step] = RANGES[knob];
  const now = knobs[knob];
  const all = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, index) =>
    gridded(least + index * step),
  );
  return all
    .filter((value) => value !== now)
    .sort((a, b) => Math.abs(a - now) - Math.abs(b - now) || a - b)
    .map((value) => ({ [knob]: value }));
}

const RANGES = {
  topK: [1, TOP_K_MAX, 1],
  selectedCount: [1, SELECTED_MAX, 1],
  minScore: [0, 1, 1 / GRID],
} as const;

/** Hundredths, as people set them. */
const gridded = (value: number) => Math.round(value * GRID) / GRID;

function gridBelow(score: number): number {
  const nearest = gridded(Math.min(score, 1));
  return nearest <= score ? nearest : gridded(nearest - 1 / GRID);
}
