import { Pace } from "@/lib/jobs/pace";

/** A stretch of a text that is looked for in another. */
export interface Anchored {
  id: string;
  /** Where it stood. */
  from: number;
  to: number;
  text: string;
}

export interface Candidate {
  from: number;
  to: number;
  /** Share of what either says that both say, 0 to 1. */
  similarity: number;
}

export interface Anchoring {
  /** Null: it was not found, or a neighbour is as near; a person decides. */
  found: Candidate | null;
  candidates: Candidate[];
}

/** Characters of a gram. Short texts are compared by shorter ones. */
const GRAM = 5;
const PLACED_MIN = 0.7;
/** The second best must be so much worse. */
const CLEAR = 0.12;
const CANDIDATE_MIN = 0.25;
const CANDIDATES = 3;
/** Shorter texts are everywhere, and stand for one place only where they stood before. */
const TELLING = 24;
/** Positions of one gram that are looked at: a phrase of every page tells no place. */
const POSITIONS_MAX = 64;

/**
 * Where the words of some stretches stand in a text: at their old place, anywhere word for word, or nearly (spec F3). A
 * neighbour is never taken for it: what stands in two places alike is left to a person.
 */
export async function anchorAll(text: string, wanted: readonly Anchored[]): Promise<Map<string, Anchoring>> {
  const found = new Map<string, Anchoring>();
  const missing: Anchored[] = [];
  for (const one of wanted) {
    if (text.slice(one.from, one.to) === one.text) found.set(one.id, exactly(one));
    else missing.push(one);
  }
  if (missing.length === 0) return found;
  const view = compact(text);
  const grams = await indexOf(view.text, missing);
  const pace = new Pace();
  for (const one of missing) {
    found.set(one.id, anchor(one, view, grams));
    await pace.rest();
  }
  return found;
}

const exactly = ({ from, to }: { from: number; to: number }): Anchoring => ({
  found: { from, to, similarity: 1 },
  candidates: [{ from, to, similarity: 1 }],
});

interface Compact {
  /** Without white space: other parsers break lines elsewhere. */
  text: string;
  /** Place of each of its units in the text. */
  at: Uint32Array;
}

function compact(text: string): Compact {
  const at = new Uint32Array(text.length);
  const units: string[] = [];
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text[index]!;
    if (/\s/.test(unit)) continue;
    units.push(unit);
    at[length++] = index;
  }
  return { text: units.join(""), at: at.subarray(0, length) };
}

const squeeze = (text: string) => text.replace(/\s+/g, "");
const gramsOf = (text: string) => {
  const size = Math.min(GRAM, Math.max(1, text.length));
  return Array.from({ length: Math.max(0, text.length - size + 1) }, (_, at) => text.slice(at, at + size));
};

/** Where the grams of the wanted texts stand. */
async function indexOf(text: string, wanted: readonly Anchored[]): Promise<Map<string, number[]>> {
  const places = new Map<string, number[]>();
  for (const one of wanted) for (const gram of gramsOf(squeeze(one.text))) places.set(gram, []);
  const sizes = [...new Set([...places.keys()].map(({ length }) => length))];
  const pace = new Pace();
  for (let at = 0; at < text.length; at++) {
    for (const size of sizes) {
      const known = places.get(text.slice(at, at + size));
      if (known && known.length < POSITIONS_MAX) known.push(at);
    }
    if (at % 4096 === 0) await pace.rest();
  }
  return places;
}

function anchor(one: Anchored, view: Compact, grams: ReadonlyMap<string, number[]>): Anchoring {
  const wanted = squeeze(one.text);
  const exact: number[] = [];
  for (let at = view.text.indexOf(wanted); at >= 0 && wanted && exact.length <= CANDIDATES; )
    at = exact.push(at) && view.text.indexOf(wanted, at + 1);
  if (exact.length > 0) {
    const candidates = exact.map((at) => placeOf(view, at, at + wanted.length, 1));
    const isTelling = exact.length === 1 && (wanted.length >= TELLING || isNear(one, candidates[0]!));
    return { found: isTelling ? candidates[0]! : null, candidates: candidates.slice(0, CANDIDATES) };
  }
  const candidates = nearest(wanted, view, grams);
  const [best, second] = candidates;
  const isClear = best && best.similarity >= PLACED_MIN && best.similarity - (second?.similarity ?? 0) >= CLEAR;
  return { found: isClear && wanted.length >= TELLING ? best : null, candidates };
}

/** A short text that moved by little is still the same. */
const isNear = (one: Anchored, { from }: Candidate) => Math.abs(from - one.from) < 2000;

function placeOf({ at }: Compact, from: number, to: number, similarity: number): Candidate {
  return { from: at[from]!, to: at[to - 1]! + 1, similarity };
}

/** Stretches that share the most with the wanted text, best first. */
function nearest(wanted: string, view: Compact, places: ReadonlyMap<string, number[]>): Candidate[] {
  const offsets = gramsOf(wanted);
  const size = offsets[0]?.length ?? 1;
  const votes = offsets.flatMap((gram, offset) => (places.get(gram) ?? []).map((at) => ({ at, offset })));
  votes.sort((a, b) => a.at - b.at);
  const reach = Math.ceil(wanted.length * 1.2);
  const windows: { from: number; to: number; score: number }[] = [];
  let first = 0;
  const held = new Map<number, number>();
  for (const [last, vote] of votes.entries()) {
    held.set(vote.offset, (held.get(vote.offset) ?? 0) + 1);
    while (vote.at - votes[first]!.at > reach) {
      const { offset } = votes[first++]!;
      const left = held.get(offset)! - 1;
      if (left > 0) held.set(offset, left);
      else held.delete(offset);
    }
    const next = votes[last + 1];
    if (next && next.at - vote.at < size) continue;
    const begin = votes[first]!;
    const from = Math.max(0, begin.at - Math.min(begin.offset, size * 2));
    const to = Math.min(view.text.length, vote.at + size + Math.min(wanted.length - vote.offset - size, size * 2));
    windows.push({ ...toSentence(view.text, from, to), score: held.size / offsets.length });
  }
  const chosen: Candidate[] = [];
  const taken: { from: number; to: number }[] = [];
  for (const { from, to } of windows.sort((a, b) => b.score - a.score).slice(0, 40)) {
    if (chosen.length === CANDIDATES || taken.some((one) => one.from < to && from < one.to)) continue;
    taken.push({ from, to });
    const similarity = likeness(wanted, view.text.slice(from, to));
    if (similarity >= CANDIDATE_MIN) chosen.push(placeOf(view, from, to, similarity));
  }
  return chosen.sort((a, b) => b.similarity - a.similarity);
}

/** How far the end of a sentence may be from words that were found. */
const END_REACH = 12;
const END = /[。！？!?；;]|\.(?=\p{Lu}|$)/u;

/** Words of a found sentence that were changed at its very ends belong to it. */
function toSentence(text: string, from: number, to: number): { from: number; to: number } {
  const ahead = END.test(text[to - 1] ?? "") ? -1 : text.slice(to, to + END_REACH).search(END);
  const before = [...text.slice(Math.max(0, from - END_REACH), from)].reverse().findIndex((unit) => END.test(unit));
  return { from: before > 0 ? from - before : from, to: ahead >= 0 ? to + ahead + 1 : to };
}

/** Dice coefficient of the pairs of characters of two texts. */
export function likeness(a: string, b: string): number {
  const pairs = (text: string) => {
    const counts = new Map<string, number>();
    const units = squeeze(text);
    for (let at = 0; at + 1 < units.length; at++) {
      const pair = units.slice(at, at + 2);
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
    return counts;
  };
  const [one, two] = [pairs(a), pairs(b)];
  let shared = 0;
  for (const [pair, count] of one) shared += Math.min(count, two.get(pair) ?? 0);
  const all = [...one.values(), ...two.values()].reduce((sum, count) => sum + count, 0);
  return all === 0 ? Number(squeeze(a) === squeeze(b)) : Math.round((200 * shared) / all) / 100;
}
