import { sentencesOf } from "@/lib/retrieval/sentences";
import { termsOf } from "@/lib/text/terms";
import { type Figure, figuresOf, missingFigures, withoutFigures } from "./figures";
import { Locator, type Range } from "./locate";
import { quotationsOf, quotedTexts, standsIn, withoutEdges } from "./quotations";
import { contentWeights, coverage, isAcrossScripts } from "./weights";

/** Sentences a span has at most. */
const WINDOW = 3;
/** Part of what a sentence says that its span must hold, or nothing is marked (spec D3). */
const COVERED_MIN = 0.34;
/** What a figure weighs; a word weighs one. */
const FIGURE = 4;
/** What a further sentence must add to be taken in. */
const WORTH = 0.15;

export interface CitablePassage {
  text: string;
  /** Of its first character in the version's text. */
  from: number;
}

/**
 * The words of a passage that bear out a sentence: what the sentence quotes, where that stands in the passage exactly; else
 * the fewest whole sentences that hold what it says, figures above all. Null when nothing is near enough.
 */
export function supportingSpan(sentence: string, passage: CitablePassage): (Range & { quote: string }) | null {
  const range =
    quotedSpan(sentence, passage.text) ??
    (isMisquoting(sentence, passage.text) ? null : comparedSpan(sentence, passage.text));
  if (!range) return null;
  const quote = passage.text.slice(range.from, range.to);
  return { from: passage.from + range.from, to: passage.from + range.to, quote };
}

/** Whether words are given as the passage's that it does not have: nothing is marked for them (spec D3). */
function isMisquoting(sentence: string, text: string): boolean {
  const quotations = quotationsOf(sentence);
  if (quotations.length === 0 || isAcrossScripts(sentence, text)) return false;
  const locator = new Locator(text);
  return quotations.some((quotation) => !standsIn(quotation, locator));
}

/** Where a passage has, once, the longest words a sentence quotes. */
export function quotedSpan(sentence: string, text: string): Range | null {
  const quotes = quotedTexts(sentence);
  if (quotes.length === 0) return null;
  const locator = new Locator(text);
  return (
    quotes
      .sort((a, b) => b.length - a.length)
      // The mark at its end may be the passage's or the sentence's.
      .map((quote) => locator.locate(quote) ?? locator.locate(withoutEdges(quote)))
      .find((range) => range !== null) ?? null
  );
}

/** The fewest sentences of a passage that hold what a sentence says. */
export function comparedSpan(sentence: string, text: string, most = WINDOW): Range | null {
  const isTranslated = isAcrossScripts(sentence, text);
  const wanted = contentWeights(withoutFigures(sentence));
  const figures = figuresOf(sentence).filter(({ isPlain }) => isPlain || !isTranslated);
  // Of a translation only figures and names can be found again.
  const words = isTranslated ? keepComparable(wanted) : wanted;
  const all = sumOf(words) + FIGURE * figures.length;
  if (all === 0) return null;
  const sentences = sentencesOf(text);
  const terms = sentences.map(({ from, to }) => new Set(termsOf(text.slice(from, to))));
  const held = sentences.map(({ from, to }) => (figures.length > 0 ? figuresOf(text.slice(from, to)) : []));
  let best: { range: Range; value: number; covered: number } | null = null;
  for (let first = 0; first < sentences.length; first++) {
    const together = new Set<string>();
    const figuresThere: Figure[] = [];
    for (let last = first; last < Math.min(sentences.length, first + most); last++) {
      for (const term of terms[last]!) together.add(term);
      figuresThere.push(...held[last]!);
      const missing = missingFigures(figures, figuresThere).length;
      const covered = (coverage(words, together) * sumOf(words) + FIGURE * (figures.length - missing)) / all;
      const range = { from: sentences[first]!.from, to: sentences[last]!.to };
      const value = covered - WORTH * (last - first) + (missing === 0 ? WORTH : 0);
      if (!best || value > best.value + 1e-9) best = { range, value, covered };
    }
  }
  if (!best) return null;
  const isEnough = isTranslated ? best.covered >= 0.6 && isTelling(words, figures) : best.covered >= COVERED_MIN;
  return isEnough ? best.range : null;
}

const sumOf = (weights: ReadonlyMap<string, number>) => [...weights.values()].reduce((sum, weight) => sum + weight, 0);

function keepComparable(wanted: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...wanted].filter(([term]) => /^[\p{Script=Latin}\d]+$/u.test(term)));
}

/** A lone small figure is everywhere. */
function isTelling(words: ReadonlyMap<string, number>, figures: readonly Figure[]): boolean {
  return words.size + figures.length >= 2 || figures.some(({ value }) => Math.abs(value) >= 100);
}
