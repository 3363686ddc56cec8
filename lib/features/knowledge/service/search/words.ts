import { foldText, termsOf } from "@/lib/text/terms";

/** A stretch of a text, UTF-16 units. */
export interface Range {
  from: number;
  to: number;
}

/** Scripts that are written without spaces, or whose words carry their endings, as `termsOf` has them. */
const RUN =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー";
const IN_RUN = new RegExp(`[${RUN}]`, "u");
/** Words of all other scripts. */
const SPACED = new RegExp(`(?:(?![${RUN}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

const isCharacter = (word: string) => [...word].length === 1 && IN_RUN.test(word);

/** Words as they follow each other; characters the segmenter leaves alone are one word where they stand side by side. */
function segmentsOf(query: string): string[] {
  const words: string[] = [];
  let wasCharacter = false;
  for (const { segment, isWordLike } of segmenter.segment(query.normalize("NFKC"))) {
    const word = isWordLike ? foldText(segment) : "";
    const isAlone = isCharacter(word);
    if (isAlone && wasCharacter) words.push(words.pop() + word);
    else if (word !== "") words.push(word);
    wasCharacter = isAlone;
  }
  return words;
}

/** The words of a search that say something; all of them where none does. A character alone says little beside a word. */
export function wordsOf(query: string): string[] {
  const words = segmentsOf(query);
  const telling = words.filter((word) => termsOf(word).length > 0);
  const whole = telling.filter((word) => !isCharacter(word));
  return [...new Set([whole, telling, words].find(({ length }) => length > 0))];
}

/** Characters of a Chinese word, and how many others may stand between two of them where it stands for a longer one. */
const HAN_WORD = /^\p{Script=Han}{2,4}$/u;
const BETWEEN = { short: 2, long: 1 };

/** 年假 finds 年休假: the characters of a short form in their order, close to each other. */
function longerForms(words: readonly string[]): RegExp | null {
  const forms = words
    .filter((word) => HAN_WORD.test(word))
    .map((word) => [...word].join(`\\p{Script=Han}{0,${word.length === 2 ? BETWEEN.short : BETWEEN.long}}`));
  return forms.length > 0 ? new RegExp(forms.join("|"), "gu") : null;
}

/** Finds the words of one search in texts: those of languages with spaces in each of their forms, others as they stand. */
export class WordFinder {
  private readonly terms = new Set<string>();
  private readonly runs: RegExp | null;
  /** Looked for where no run stands as it is. */
  private readonly forms: RegExp | null;
  /** Words met before: texts repeat them. */
  private readonly known = new Map<string, boolean>();

  constructor(query: string) {
    const runs: string[] = [];
    const words = wordsOf(query);
    for (const word of words) {
      if (IN_RUN.test(word)) runs.push(RegExp.escape(word));
      else for (const term of termsOf(word).length > 0 ? termsOf(word) : [word]) this.terms.add(term);
    }
    runs.sort((a, b) => b.length - a.length);
    this.runs = runs.length > 0 ? new RegExp(runs.join("|"), "giu") : null;
    this.forms = longerForms(words);
  }

  /** Where the words stand, in order; words side by side are one stretch. */
  find(text: string): Range[] {
    const found: Range[] = [];
    if (this.terms.size > 0)
      for (const { 0: word, index } of text.matchAll(SPACED))
        if (this.isWanted(word)) found.push({ from: index, to: index + word.length });
    if (this.runs) found.push(...placesOf(this.runs, text));
    if (found.length === 0 && this.forms) found.push(...placesOf(this.forms, text));
    found.sort((a, b) => a.from - b.from);
    const joined: Range[] = [];
    for (const { from, to } of found) {
      const last = joined.at(-1);
      if (last && from <= last.to) last.to = Math.max(last.to, to);
      else joined.push({ from, to });
    }
    return joined;
  }

  has(text: string): boolean {
    return this.find(text).length > 0;
  }

  private isWanted(word: string): boolean {
    const known = this.known.get(word);
    if (known !== undefined) return known;
    const terms = termsOf(word);
    const isWanted = (terms.length > 0 ? terms : [foldText(word)]).some((term) => this.terms.has(term));
    this.known.set(word, isWanted);
    return isWanted;
  }
}

const placesOf = (pattern: RegExp, text: string): Range[] =>
  [...text.matchAll(pattern)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }));

/** Characters of an excerpt, and of what goes before its first word at most. */
const LENGTH = 180;
const BEFORE = 40;
const SENTENCE_END = /[。！？!?\n]|[.](?=\s)/g;

/** The stretch of a text that holds most of what was found, with the words in it marked. */
export function excerptOf(text: string, found: readonly Range[]): { excerpt: string; marks: Range[] } {
  let best = { from: 0, count: 0 };
  for (const [at, { from }] of found.entries()) {
    let count = 0;
    while (at + count < found.length && found[at + count]!.to <= from + LENGTH - BEFORE) count++;
    if (count > best.count) best = { from, count };
  }
  const from = text.length <= LENGTH ? 0 : beginning(text, best.from);
  const to = whole(text, Math.min(text.length, from + LENGTH));
  const lead = from > 0 ? "…" : "";
  const marks = found
    .filter((range) => range.from >= from && range.to <= to)
    .map((range) => ({ from: range.from - from + lead.length, to: range.to - from + lead.length }));
  return { excerpt: `${lead}${text.slice(from, to)}${to < text.length ? "…" : ""}`, marks };
}

/** Where an excerpt begins that shall show a place: its sentence, or else a little before it, between words. */
function beginning(text: string, place: number): number {
  const low = Math.max(0, place - BEFORE);
  const before = text.slice(low, place);
  const end = [...before.matchAll(SENTENCE_END)].at(-1);
  if (end) return low + end.index + 1;
  if (low === 0) return 0;
  const space = before.search(/\s/);
  return whole(text, space >= 0 ? low + space + 1 : low);
}

/** A place that parts no character. */
const whole = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at);
