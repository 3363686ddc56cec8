import "server-only";
import { db } from "@/db/client";
import { countOccurrences, listHolding, sampleTerms, type TermSample } from "@/db/queries/retrieval/words";
import { inverseFrequency, saturation } from "@/lib/text/bm25";
import { countTerms, STEM_MARK, termsOf } from "@/lib/text/terms";
import { quoteTerm } from "./index-text";
import { fitsInMemory, setIndex } from "./set-index";

export interface Scored {
  id: string;
  score: number;
}

export interface SearchedSet {
  id: string;
  sliceCount: number;
}

/** Terms of a question that are looked at; a question may be a whole page. */
const TERMS_MAX = 96;
/** Slices whose words are looked at closely, in large spaces. */
const CANDIDATES = 200;
/** Slices that may be touched to find them: the rarest words first, until so many hold them. */
const POSTINGS_MAX = 2500;
/** A sample of the table's words serves so long, milliseconds. */
const SAMPLE_MS = 10 * 60_000;

/**
 * BM25 over the sets, best first. Small spaces are scored whole, from memory. In large ones the rarest words of the
 * question bring the candidates, which are then scored by all of its words.
 */
export async function searchWords(sets: readonly SearchedSet[], query: string, limit: number): Promise<Scored[]> {
  const terms = termsOfQuestion(query);
  if (terms.size === 0 || sets.length === 0) return [];
  const slices = sets.reduce((sum, { sliceCount }) => sum + sliceCount, 0);
  const scored = fitsInMemory(slices) ? await scoreInMemory(sets, terms) : await scoreInDatabase(sets, slices, terms);
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

/** Terms with how often they are asked for. Of a very long question words and pairs, whose meaning is narrower. */
function termsOfQuestion(query: string): Map<string, number> {
  const counts = countTerms(termsOf(query));
  if (counts.size <= TERMS_MAX) return counts;
  const isNarrow = (term: string) => term.length > 1 && !term.startsWith(STEM_MARK);
  const ordered = [...counts].sort(([a], [b]) => Number(isNarrow(b)) - Number(isNarrow(a)));
  return new Map(ordered.slice(0, TERMS_MAX));
}

async function scoreInMemory(sets: readonly SearchedSet[], terms: Map<string, number>): Promise<Scored[]> {
  const indexes = [];
  for (const { id } of sets) indexes.push(await setIndex(id));
  const all = indexes.reduce((sum, { ids }) => sum + ids.length, 0);
  const mean = indexes.reduce((sum, { total }) => sum + total, 0) / Math.max(1, all);
  const scores = indexes.map(({ ids }) => new Float64Array(ids.length));
  for (const [term, asked] of terms) {
    const found = indexes.map((index) => index.of(term));
    const holding = found.reduce((sum, list) => sum + list.length, 0);
    const weight = asked * inverseFrequency(holding, all);
    for (const [at, list] of found.entries())
      for (const { slice, count } of list)
        scores[at]![slice]! += weight * saturation(count, indexes[at]!.lengths[slice]!, mean);
  }
  return indexes.flatMap(({ ids }, at) =>
    ids.flatMap((id, slice) => (scores[at]![slice]! > 0 ? [{ id, score: scores[at]![slice]! }] : [])),
  );
}

async function scoreInDatabase(
  sets: readonly SearchedSet[],
  all: number,
  terms: Map<string, number>,
): Promise<Scored[]> {
  const { shares, rows, meanLength } = await tableSample();
  // Unseen in the sample: fewer than it could show.
  const shareOf = (term: string) => shares.get(term) ?? 0.5 / Math.max(1, rows.sampled);
  const byRarity = [...terms.keys()].sort((a, b) => shareOf(a) - shareOf(b));
  const rare: string[] = [];
  let postings = 0;
  for (const term of byRarity) {
    postings += shareOf(term) * rows.table;
    if (rare.length >= 2 && postings > POSTINGS_MAX) break;
    rare.push(term);
  }
  const setIds = sets.map(({ id }) => id);
  const found = await listHolding(db(), { setIds, lexemes: rare.map(quoteTerm), slices: all, limit: CANDIDATES });
  const holding = new Map(found.holding.map((count, index) => [rare[index]!, count]));
  const list = [...terms];
  const weights = list.map(([term, asked]) => asked * inverseFrequency(holding.get(term) ?? shareOf(term) * all, all));
  const candidates = await countOccurrences(db(), {
    ids: found.ids,
    lexemes: list.map(([term]) => quoteTerm(term)),
  });
  return candidates.map(({ id, termCount, occurrences }) => ({
    id,
    score: occurrences.reduce(
      (sum, count, index) => sum + weights[index]! * saturation(count, termCount, meanLength),
      0,
    ),
  }));
}

const shared = globalThis as typeof globalThis & { __termSample?: { at: number; sample: Promise<TermSample> } };

/** Which words are common in the whole table. Only decides where to look first; refreshed beside the answer. */
async function tableSample(): Promise<TermSample> {
  const known = shared.__termSample;
  if (known && Date.now() - known.at < SAMPLE_MS) return known.sample;
  const fresh = { at: Date.now(), sample: sampleTerms(db()) };
  shared.__termSample = fresh;
  fresh.sample.catch(() => {
    if (shared.__termSample === fresh) shared.__termSample = known;
  });
  return known ? known.sample : fresh.sample;
}
