/*
 * Of the built-in vectors alone, and never changed: stored vectors must go with new ones. Search has terms of its own in
 * `lib/text/terms`.
 */

/** Words of languages with spaces, each also without a plural s. */
const WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+/gu;
/** Runs of scripts without spaces. */
const RUNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** What a text is compared by: words, and the single characters and pairs of Chinese. Folded to one form and lower case. */
export function termsOf(text: string): string[] {
  const folded = text.normalize("NFKC").toLowerCase();
  const words = (folded.match(WORDS) ?? []).map(stem);
  return [...words, ...(folded.match(RUNS) ?? []).flatMap(characters)];
}

function stem(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function characters(run: string): string[] {
  const symbols = [...run];
  return [...symbols, ...symbols.slice(0, -1).map((symbol, index) => symbol + symbols[index + 1])];
}
