import { sentencesOf } from "@/lib/retrieval/sentences";
import { termsOf } from "@/lib/text/terms";
import { agreesInFigures, figuresOf } from "./figures";
import { Locator, type Range } from "./locate";
import { contentWeights, coverage, isAcrossScripts } from "./weights";

/** Sentences a span has at most. */
const WINDOW = 3;
/** Part of what a sentence says that its span must hold, or nothing is marked (spec D3). */
const COVERED_MIN = 0.34;
/** What a further sentence must add to be taken in. */
const WORTH = 0.15;
/** Words between quotation marks; shorter ones are names or irony. */
const QUOTED = /["“„]([^"“”„]{4,400})["”]|「([^「」]{2,400})」|『([^『』]{2,400})』|《([^《》]{2,200})》/gu;

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
  const range = quotedSpan(sentence, passage.text) ?? comparedSpan(sentence, passage.text);
  if (!range) return null;
  const quote = passage.text.slice(range.from, range.to);
  return { from: passage.from + range.from, to: passage.from + range.to, quote };
}

function quotedSpan(sentence: string, text: string): Range | null {
  const quotes = [...sentence.matchAll(QUOTED)].map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? "");
  if (quotes.length === 0) return null;
  const locator = new Locator(text);
  return (
    quotes
      .sort((a, b) => b.length - a.length)
      .map((quote) => locator.locate(quote))
      .find((range) => range !== null) ?? null
  );
}

function comparedSpan(sentence: string, text: string): Range | null {
  const isTranslated = isAcrossScripts(sentence, text);
  const wanted = contentWeights(sentence);
  // Of a translation only figures and names can be found again.
  const shared = isTranslated ? keepComparable(wanted) : wanted;
  if (shared.size === 0) return null;
  const sentences = sentencesOf(text);
  const terms = sentences.map(({ from, to }) => new Set(termsOf(text.slice(from, to))));
  let best: { range: Range; value: number; covered: number } | null = null;
  for (let first = 0; first < sentences.length; first++) {
    const held = new Set<string>();
    for (let last = first; last < Math.min(sentences.length, first + WINDOW); last++) {
      for (const term of terms[last]!) held.add(term);
      const covered = coverage(shared, held);
      const range = { from: sentences[first]!.from, to: sentences[last]!.to };
      const value =
        covered - WORTH * (last - first) + (agreesInFigures(sentence, text.slice(range.from, range.to)) ? WORTH : 0);
      if (!best || value > best.value + 1e-9) best = { range, value, covered };
    }
  }
  if (!best) return null;
  const isEnough = isTranslated ? best.covered >= 0.6 && isTelling(shared) : best.covered >= COVERED_MIN;
  return isEnough ? best.range : null;
}

function keepComparable(wanted: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...wanted].filter(([term]) => /^[\p{Script=Latin}\d]+$/u.test(term)));
}

/** A lone small figure is everywhere. */
function isTelling(shared: ReadonlyMap<string, number>): boolean {
  return shared.size >= 2 || [...shared.keys()].some((term) => term.length >= 3 && figuresOf(term).length > 0);
}
