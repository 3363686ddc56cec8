import { stemmer } from "stemmer";
import { cut } from "@/lib/text/storable";

/*
 * What texts are compared by, in search, in the built-in models and in the check of quotes: one rule, so that a word that
 * finds a slice is also a word that bears out a sentence.
 */

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** Scripts written without spaces between words, and Hangul, whose words carry their endings. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
/** Below it no script of RUN begins. */
const RUNS_FROM = /[\u0e00-\uffff]/;
/** Says where a word may be parted, not that it is. */
const SOFT_HYPHEN = /\u00ad/g;
const LATIN_MARK = /(\p{Script=Latin})\p{M}+/gu;
const POSSESSIVE = /['’]s(?![\p{L}\p{N}])/gu;

/** Words that say nothing about what a text is about. Short on purpose: "can", "will" and "many" may be what is asked. */
const STOP_WORDS = new Set(
  "a an and are as at be been by did do does for from had has have how in is it its of on or that the their this to was were what when where which who whom whose why with".split(
    " ",
  ),
);
/** Characters that do the same in Chinese, simplified and traditional. Inside a pair with another one they stay. */
const STOP_CHARACTERS = new Set("的了是在和与與及吗嗎呢么麼有被由于於以为為其之也而就都这這那哪谁誰什何几幾");

/** Longer "words" are codes and hashes; the database takes a little more. */
const WORD_MAX = 64;

/** Marks the stem of a word, which is counted beside the word: the very form asked for weighs more than a relative. */
export const STEM_MARK = "~";

/** Nothing but case to be folded. */
const PLAIN = /^\p{ASCII}*$/u;

/** One form for what people take for the same: width, case, accents of Latin letters. */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .replace(SOFT_HYPHEN, "")
    .normalize("NFKC")
    .toLowerCase()
    .normalize("NFD")
    .replace(LATIN_MARK, "$1")
    .normalize("NFC");
}

/** A text without case, width, blanks and signs: what is the same then says the same. */
export const bareText = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");

/**
 * The terms of a text in order, each as often as it occurs: of languages with spaces the word without its plural s, and its
 * stem; of Chinese, Japanese, Korean and Thai single characters and pairs.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const token of foldText(text).replace(POSSESSIVE, "").match(WORD) ?? []) {
    if (!RUNS_FROM.test(token)) {
      addWord(terms, token);
      continue;
    }
    let from = 0;
    for (const run of token.matchAll(RUN)) {
      if (run.index > from) addWord(terms, token.slice(from, run.index));
      addRun(terms, run[0]);
      from = run.index + run[0].length;
    }
    if (from < token.length) addWord(terms, token.slice(from));
  }
  return terms;
}

/** Words met last with their terms: finding a stem takes longer than all else that is done with a word. */
const WORDS_KEPT = 20_000;
/** What is longer would keep the whole text it was cut from in memory. */
const KEPT_MAX = 12;
const known = new Map<string, readonly [word: string, stem: string]>();

function addWord(terms: string[], token: string): void {
  if (STOP_WORDS.has(token)) return;
  const word = cut(token, WORD_MAX);
  let both = known.get(word);
  if (!both) {
    both = [singular(word), STEM_MARK + (/^[a-z]+$/.test(word) ? stemmer(word) : word)];
    if (known.size >= WORDS_KEPT) known.clear();
    if (word.length <= KEPT_MAX) known.set(word, both);
  }
  terms.push(both[0], both[1]);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function addRun(terms: string[], run: string): void {
  const symbols = [...run];
  for (const [index, symbol] of symbols.entries()) {
    const isStop = STOP_CHARACTERS.has(symbol);
    if (!isStop) terms.push(symbol);
    const next = symbols[index + 1];
    if (next && !(isStop && STOP_CHARACTERS.has(next))) terms.push(symbol + next);
  }
}

/** How often each term occurs. */
export function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
