import { STEM_MARK, termsOf } from "@/lib/text/terms";

/** What a sentence says, as terms with the weight each has when two texts are compared. */
export function contentWeights(text: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const term of termsOf(text)) weights.set(term, weightOf(term));
  return weights;
}

/** Figures tell most, single characters least; a stem only completes its word. */
function weightOf(term: string): number {
  if (term.startsWith(STEM_MARK)) return /\d/.test(term) ? 0 : 0.5;
  if (/\d/.test(term)) return 2;
  if (term.charCodeAt(0) > 0x2e7f) return term.length === 1 ? 0.3 : 1;
  return 0.5;
}

/** Part of the weights that a text holds, 0 to 1. */
export function coverage(wanted: ReadonlyMap<string, number>, held: ReadonlySet<string>): number {
  let all = 0;
  let found = 0;
  for (const [term, weight] of wanted) {
    all += weight;
    if (held.has(term)) found += weight;
  }
  return all === 0 ? 0 : found / all;
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const SPACED_WORD = /(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L})+/gu;

/** Whether two texts are in scripts that share no words: a translation cannot be judged by words. */
export function isAcrossScripts(a: string, b: string): boolean {
  return isWide(a) !== isWide(b);
}

/** Names in other letters do not change the script of a text: a word of them weighs like one of its own. */
function isWide(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(WIDE) > 1.5 * count(SPACED_WORD);
}
