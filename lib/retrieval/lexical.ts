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
  const question = termsOfQuestion(query);
  const { terms } = question;
  if (terms.size === 0 || sets.length === 0) return [];
  const indexed = fitsInMemory(sets) ? [] : sets.filter(({ isIndexed }) => isIndexed);
  const blocks = await wordsOf(indexed.length > 0 ? sets.filter(({ isIndexed }) => !isIndexed) : sets);
  const scored =
    indexed.length > 0
      ? await scoreInDatabase({ indexed, blocks }, question, limit)
      : scoreBlocks(blocks, terms, limit);
  return best(scored, limit);
}

/** As `searchWords`, over words that are stored nowhere. */
export function searchBlocks(blocks: readonly Words[], query: string, limit: number): Scored[] {
  const { terms } = termsOfQuestion(query);
  return terms.size === 0 ? [] : best(scoreBlocks(blocks, terms, limit), limit);
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

/** At least the best `limit` slices. */
function scoreBlocks(blocks: readonly Words[], terms: Map<string, number>, limit: number, whole?: Whole): Scored[] {
  const all = whole?.slices ?? slicesOf(blocks);
  const mean = whole?.meanLength ?? blocks.reduce((sum, { total }) => sum + total, 0) / Math.max(1, all);
  const scores = blocks.map(({ slices }) => new Float64Array(slices));
  for (const [term, asked] of terms) {
    const hash = hashOf(term);
    const found = blocks.map((block) => block.postings(hash));
    const holding = found.reduce((sum, { length }) => sum + length, whole?.holding(term) ?? 0);
    const weight = asked * inverseFrequency(holding, all);
    for (const [at, postings] of found.entries()) {
      const { lengths } = blocks[at]!;
      const sums = scores[at]!;
      for (const posting of postings) {
        const slice = sliceOf(posting);
        sums[slice]! += weight * saturation(countOf(posting), lengths[slice]!, mean);
      }
    }
  }
  const least = Math.max(Number.MIN_VALUE, nthLargest(scores, limit));
  const found: Scored[] = [];
  for (const [at, block] of blocks.entries())
    for (const [slice, score] of scores[at]!.entries())
      if (score >= least) found.push({ id: block.idOf(slice), score });
  return found;
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

/** Slices of sets that are in the index of the database, and of blocks of those that are not yet. */
async function scoreInDatabase(
  { indexed, blocks }: { indexed: readonly SearchedSet[]; blocks: readonly Words[] },
  { terms, stems }: QuestionTerms,
  limit: number,
): Promise<Scored[]> {
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
  const fresh = scoreBlocks(blocks, terms, limit, { slices: all, meanLength, holding });
  const list = [...terms];
  const weights = list.map(([term, asked]) => {
    const hash = hashOf(term);
    const besides = blocks.reduce((sum, block) => sum + block.postings(hash).length, 0);
    return asked * inverseFrequency(holding(term) + besides, all);
  });
  const candidates = await countOccurrences({
    ids: found.ids,
    lexemes: list.map(([term]) => quoteTerm(term)),
  });
  const scored = candidates.map(({ id, termCount, occurrences }) => ({
    id,
    score: occurrences.reduce(
      (sum, count, index) => sum + weights[index]! * saturation(count, termCount, meanLength),
      0,
    ),
  }));
  return [...scored, ...fresh];
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
