import "server-only";
import { db } from "@/db/client";
import { countOccurrences, listHolding, sampleTerms, type TermSample } from "@/db/queries/retrieval/words";
import { inverseFrequency, saturation } from "@/lib/text/bm25";
import { hashOf } from "@/lib/text/hash";
import { countTerms, STEM_MARK, termsOf } from "@/lib/text/terms";
import { quoteTerm } from "./index-text";
import { fitsInMemory, wordsOf } from "./set-index";
import type { SearchedSet } from "./types";
import { countOf, sliceOf, type Words } from "./words";

export interface Scored {
  id: string;
  score: number;
}

/** Where one slice stands among all that a search has looked at, best first. */
export interface Place {
  /** From 1; null: behind those that were looked at closely. */
  rank: number | null;
  /** In the units of the list. */
  score: number;
  /** Slices that have a place. */
  of: number;
}

/** The best of a search, and the place of the slice that was asked about, null where it has none. */
export interface Ranked {
  list: Scored[];
  place: Place | null;
}

/** Terms of a question that are looked at; a question may be a whole page. */
const TERMS_MAX = 96;
/**
 * Of the very form of a word; its stem has the rest of two. In long questions the form tells the right passage, in short ones
 * the stem finds more of what is meant; measured on both.
 */
const FORM_WEIGHT = 0.5;
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
  return (await rankWords(sets, query, { limit })).list;
}

/** As `searchWords`, with the place of one slice of the sets, however far behind the limit it is. */
export async function rankWords(
  sets: readonly SearchedSet[],
  query: string,
  { limit, id }: { limit: number; id?: string },
): Promise<Ranked> {
  const question = termsOfQuestion(query);
  const { terms } = question;
  if (terms.size === 0 || sets.length === 0) return { list: [], place: null };
  const indexed = fitsInMemory(sets) ? [] : sets.filter(({ isIndexed }) => isIndexed);
  const blocks = await wordsOf(indexed.length > 0 ? sets.filter(({ isIndexed }) => !isIndexed) : sets);
  if (indexed.length > 0) return rankInDatabase({ indexed, blocks }, question, { limit, id });
  const scores = scoresOf(blocks, terms);
  return { list: best(bestOf(blocks, scores, limit), limit), place: id ? placeIn(blocks, scores, id) : null };
}

/** As `searchWords`, over words that are stored nowhere. */
export function searchBlocks(blocks: readonly Words[], query: string, limit: number): Scored[] {
  const { terms } = termsOfQuestion(query);
  return terms.size === 0 ? [] : best(bestOf(blocks, scoresOf(blocks, terms), limit), limit);
}

function best(scored: Scored[], limit: number): Scored[] {
  return scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

interface QuestionTerms {
  /** With their weight: how often they are asked for, the form of a word less than its stem. */
  terms: Map<string, number>;
  /** Of words. */
  stems: Map<string, string>;
}

/** What is looked for. Of a very long question words and pairs, whose meaning is narrower. */
function termsOfQuestion(query: string): QuestionTerms {
  const terms = termsOf(query);
  const counts = countTerms(terms);
  // Only a word is followed by its stem.
  const stems = new Map(
    terms.flatMap((term, at): [string, string][] => {
      const next = terms[at + 1];
      return next?.startsWith(STEM_MARK) && !term.startsWith(STEM_MARK) ? [[term, next]] : [];
    }),
  );
  for (const [term, asked] of counts) {
    if (stems.has(term)) counts.set(term, asked * FORM_WEIGHT);
    else if (term.startsWith(STEM_MARK)) counts.set(term, asked * (2 - FORM_WEIGHT));
  }
  if (counts.size <= TERMS_MAX) return { terms: counts, stems };
  const isNarrow = (term: string) => term.length > 1 && !term.startsWith(STEM_MARK);
  const ordered = [...counts].sort(([a], [b]) => Number(isNarrow(b)) - Number(isNarrow(a)));
  return { terms: new Map(ordered.slice(0, TERMS_MAX)), stems };
}

const slicesOf = (blocks: readonly Words[]) => blocks.reduce((sum, { slices }) => sum + slices, 0);

/** What the slices of blocks are part of, where that is more than these. */
interface Whole {
  slices: number;
  meanLength: number;
  /** How many other slices hold a term. */
  holding(term: string): number;
}

/**
 * Of each block the scores of its slices. All terms are looked up in a block while it is at hand: pages of the web are thousands
 * of small ones, and going through all of them for each term reads all of them from memory each time.
 */
function scoresOf(blocks: readonly Words[], terms: Map<string, number>, whole?: Whole): Float64Array[] {
  const all = whole?.slices ?? slicesOf(blocks);
  const mean = whole?.meanLength ?? blocks.reduce((sum, { total }) => sum + total, 0) / Math.max(1, all);
  const asked = [...terms];
  const hashes = asked.map(([term]) => hashOf(term));
  const holding = asked.map(([term]) => whole?.holding(term) ?? 0);
  // Of each block the place of each term.
  const places = new Int32Array(blocks.length * hashes.length);
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]!;
    for (let term = 0; term < hashes.length; term++) {
      const place = block.placeOf(hashes[term]!);
      places[at * hashes.length + term] = place;
      if (place >= 0) holding[term]! += block.endOf(place) - block.beginOf(place);
    }
  }
  const weights = asked.map(([, times], term) => times * inverseFrequency(holding[term]!, all));
  return blocks.map((block, at) => {
    const { lengths, list } = block;
    const sums = new Float64Array(block.slices);
    for (let term = 0; term < weights.length; term++) {
      const place = places[at * weights.length + term]!;
      if (place < 0) continue;
      // A list of its own for each would take longer than the sums.
      for (let next = block.beginOf(place); next < block.endOf(place); next++) {
        const slice = sliceOf(list[next]!);
        sums[slice]! += weights[term]! * saturation(countOf(list[next]!), lengths[slice]!, mean);
      }
    }
    return sums;
  });
}

/** At least the best `limit` slices. */
function bestOf(blocks: readonly Words[], scores: readonly Float64Array[], limit: number): Scored[] {
  const least = Math.max(Number.MIN_VALUE, nthLargest(scores, limit));
  const found: Scored[] = [];
  for (const [at, block] of blocks.entries())
    for (const [slice, score] of scores[at]!.entries())
      if (score >= least) found.push({ id: block.idOf(slice), score });
  return found;
}

/** Of a slice of the blocks that holds a word; ties in the order of `best`. */
function placeIn(blocks: readonly Words[], scores: readonly Float64Array[], id: string): Place | null {
  const score = scoreIn(blocks, scores, id) ?? 0;
  if (score === 0) return null;
  let [better, of] = [0, 0];
  for (const [at, block] of blocks.entries())
    for (const [slice, other] of scores[at]!.entries()) {
      if (other > 0) of++;
      if (other > score || (other === score && block.idOf(slice) < id)) better++;
    }
  return { rank: better + 1, score, of };
}

/** Undefined where the slice is in none of the blocks. */
function scoreIn(blocks: readonly Words[], scores: readonly Float64Array[], id: string): number | undefined {
  for (const [at, block] of blocks.entries())
    for (let slice = 0; slice < block.slices; slice++) if (block.idOf(slice) === id) return scores[at]![slice];
}

/** So that only the slices that are answered with are named. */
function nthLargest(lists: readonly Float64Array[], n: number): number {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all.sort().at(-n) ?? 0;
}

/**
 * Slices of sets that are in the index of the database, and of blocks of those that are not yet. A slice has a rank as far as
 * slices are looked at closely.
 */
async function rankInDatabase(
  { indexed, blocks }: { indexed: readonly SearchedSet[]; blocks: readonly Words[] },
  { terms, stems }: QuestionTerms,
  { limit, id }: { limit: number; id?: string },
): Promise<Ranked> {
  const inIndex = indexed.reduce((sum, { sliceCount }) => sum + sliceCount, 0);
  const all = inIndex + slicesOf(blocks);
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
  // What holds a word holds its stem: where both are rare, the stem is looked up for both.
  const looked = rare.filter((term) => !rare.includes(stems.get(term) ?? ""));
  const found = await listHolding({
    setIds: indexed.map(({ id }) => id),
    lexemes: looked.map(quoteTerm),
    times: looked.map((term) => rare.filter((one) => one === term || stems.get(one) === term).length),
    slices: all,
    limit: CANDIDATES,
  });
  const counted = new Map(found.holding.map((count, index) => [looked[index]!, count]));
  const holding = (term: string) => counted.get(term) ?? counted.get(stems.get(term) ?? "") ?? shareOf(term) * inIndex;
  const freshScores = scoresOf(blocks, terms, { slices: all, meanLength, holding });
  const freshScore = id ? scoreIn(blocks, freshScores, id) : undefined;
  const list = [...terms];
  const weights = list.map(([term, asked]) => {
    const hash = hashOf(term);
    const besides = blocks.reduce((sum, block) => sum + block.postings(hash).length, 0);
    return asked * inverseFrequency(holding(term) + besides, all);
  });
  const isBeyond = id !== undefined && freshScore === undefined && !found.ids.includes(id);
  const candidates = await countOccurrences({
    ids: isBeyond ? [...found.ids, id] : found.ids,
    lexemes: list.map(([term]) => quoteTerm(term)),
  });
  const scored = candidates.map(({ id, termCount, occurrences }) => ({
    id,
    score: occurrences.reduce(
      (sum, count, index) => sum + weights[index]! * saturation(count, termCount, meanLength),
      0,
    ),
  }));
  const close = isBeyond ? scored.filter((one) => one.id !== id) : scored;
  const ranked = best([...close, ...bestOf(blocks, freshScores, limit)], Number.POSITIVE_INFINITY);
  const score = freshScore ?? scored.find((one) => one.id === id)?.score ?? 0;
  const rank = ranked.findIndex((one) => one.id === id) + 1;
  return {
    list: ranked.slice(0, limit),
    place: score > 0 ? { rank: rank || null, score, of: ranked.length } : null,
  };
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
