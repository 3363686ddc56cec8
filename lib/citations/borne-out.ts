import { termsOf } from "@/lib/text/terms";
import { agreesInFigures } from "./figures";
import { contentWeights, coverage, isAcrossScripts } from "./weights";

/** Part of what a sentence says that its quote must hold. */
const COVERED_MIN = 0.45;
/** They look like denials and are none. */
const NO_DENIAL =
  /不仅|不僅|不但|不断|不斷|不同|不少|不过|不過|不论|不論|不管|不久|不得不|非常|无论|無論|未来|未來|无线|無線|无疑|無疑|not only|no longer than|no\.\s*\d/giu;
const DENIAL = /不|没|沒|未|无|無|非|勿|\b(?:no|not|never|none|neither|nor|without|cannot)\b|n['’]t\b/iu;

/**
 * Whether a quote bears out a sentence, by its words (spec D6): every figure agrees, neither denies what the other says, and
 * most of what the sentence says is there. Null when words cannot tell: across languages, or without a quote.
 */
export function isBorneOut(sentence: string, quote: string): boolean | null {
  if (!quote.trim() || !sentence.trim() || isAcrossScripts(sentence, quote)) return null;
  if (!agreesInFigures(sentence, quote)) return false;
  if (denies(sentence) !== denies(quote)) return false;
  return coverage(contentWeights(sentence), new Set(termsOf(quote))) >= COVERED_MIN;
}

function denies(text: string): boolean {
  return DENIAL.test(text.replace(NO_DENIAL, " "));
}

/** A sentence with the quotes it is cited to: one that is borne out by any of them, or by all together, is. */
export function isBorneOutByAny(sentence: string, quotes: readonly string[]): boolean | null {
  const verdicts = quotes.map((quote) => isBorneOut(sentence, quote));
  if (verdicts.includes(true)) return true;
  if (verdicts.every((verdict) => verdict === null)) return null;
  return quotes.length > 1 ? isBorneOut(sentence, quotes.join("\n")) : false;
}
