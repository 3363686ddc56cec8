import { stemmer } from "stemmer";
import { isGeneralChinese } from "@/lib/text/general-words";
import { foldText } from "@/lib/text/terms";

/* Texts as the words of a claim are looked for in: of English words and stems, of Chinese characters. */

const TOKEN = /(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+(?:['’](?:(?!\p{Script=Han})[\p{L}\p{M}])+)*|\p{Script=Han}+/gu;
export const NUMERAL = /^[零〇一二三四五六七八九十百千万萬亿億兆两兩]+$/u;
const SENTENCE_START = /(?:^|[.!?:;•]\s*|[\n"“”‘(（\]]\s*)$/u;
const NATION = ["n", "an", "ian", "ese", "ish", "ean", "ic", "i", "er", "ist", "ism", "ists"];
const NATION_ROOT = ["", "y", "a", "ia", "e", "o", "s"];
const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** A word of a text: in letters, with the place it has. */
export interface Word {
  text: string;
  folded: string;
  from: number;
  to: number;
  isHan: boolean;
  /** Begins with a capital, and not because a sentence begins. */
  isName: boolean;
  /** Characters that the dictionary does not join. */
  isLoose: boolean;
}

/** A text words are looked for in. */
export class SourceText {
  readonly tokens: string[] = [];
  /** Stems of the tokens, in order. */
  readonly stemmed: string[];
  readonly stems: ReadonlySet<string>;
  private readonly words = new Set<string>();
  private readonly joined = new Set<string>();
  private readonly initials: string;
  private readonly codes: string;
  /** Its Chinese characters, without what stands between them. */
  readonly han: string;
  /** The same with `CLAUSE` at either end of a clause. */
  readonly hanClauses: string;
  private hanWords: string[] | null = null;

  constructor(readonly text: string) {
    const folded = foldText(text);
    let last = "";
    for (const [token] of folded.matchAll(TOKEN)) {
      if (/\p{Script=Han}/u.test(token)) continue;
      const word = bare(token);
      this.tokens.push(word);
      this.words.add(word);
      this.joined.add(last + word);
      last = word;
    }
    this.stemmed = this.tokens.map(stemOf);
    this.stems = new Set(this.stemmed);
    this.initials = (text.match(/(?<![\p{L}\p{N}])\p{Lu}/gu) ?? []).join("");
    this.codes = squeezed(text);
    this.hanClauses = `${CLAUSE}${clausesHan(text)}${CLAUSE}`.replace(/\|{2,}/g, CLAUSE);
    this.han = folded.replace(/[^\p{Script=Han}\d]+/gu, "");
  }

  hasCode(code: string): boolean {
    const wanted = squeezed(code);
    for (let at = this.codes.indexOf(wanted); at >= 0; at = this.codes.indexOf(wanted, at + 1))
      if (!/[a-z0-9]/.test(this.codes[at - 1] ?? " ") && !/[0-9]/.test(this.codes[at + wanted.length] ?? " "))
        return true;
    return false;
  }

  hasWord({ text, folded }: Pick<Word, "text" | "folded">): boolean {
    if (this.words.has(folded) || this.joined.has(folded)) return true;
    const stem = stemOf(folded);
    if (this.stems.has(stem)) return true;
    // An abbreviation of words that begin with its letters, or the words of an abbreviation.
    if (/^\p{Lu}{2,6}s?$/u.test(text) && this.initials.includes(text.replace(/s$/, ""))) return true;
    return this.tokens.some((token) => areKin(token, folded, /^\p{Lu}/u.test(text)));
  }

  /** Whether a Chinese word stands here, or is short for one that does (北大 for 北京大学). */
  hasHan(word: string): boolean {
    if (this.han.includes(word)) return true;
    if (word.length < 2) return false;
    const [first, ...rest] = word;
    for (let at = this.han.indexOf(first!); at >= 0; at = this.han.indexOf(first!, at + 1)) {
      let next = at;
      const isThere = rest.every((symbol) => {
        next = this.han.indexOf(symbol, next + 1);
        return next > 0 && next - at <= 2 * word.length;
      });
      if (isThere) return true;
    }
    return false;
  }

  chineseWords(): readonly string[] {
    this.hanWords ??= [...segmenter.segment(this.text)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment);
    return this.hanWords;
  }
}

/** A word without its possessive s and apostrophes. */
export const bare = (token: string) => token.replace(/['’]s?$/u, "").replace(/['’]/gu, "");
const squeezed = (text: string) => foldText(text).replace(/(?<=[a-z0-9])[-‐–_\s]+(?=\d)/gu, "");
/** English words by their stem, others as they are. */
export const stemOf = (word: string) => (/^[a-z]+$/.test(word) ? stemmer(word) : word);

/** Two forms of one word: invest and investment, Germany and German. */
function areKin(a: string, b: string, isName: boolean): boolean {
  const longest = Math.max(a.length, b.length);
  let shared = 0;
  while (shared < longest && a[shared] === b[shared]) shared++;
  if (shared < 3) return false;
  if (!isName) return shared >= 5 && shared >= 0.6 * longest;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return NATION_ROOT.some(
    (root) =>
      short.endsWith(root) &&
      NATION.some((ending) => {
        const stem = short.slice(0, short.length - root.length);
        return stem.length >= 3 && long === stem + ending;
      }),
  );
}

/** The words of a text in order. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (/^\p{Script=Han}/u.test(token)) {
      for (const { segment, index: at, isLoose } of chineseWords(token))
        words.push({
          text: segment,
          folded: segment,
          from: index + at,
          to: index + at + segment.length,
          isHan: true,
          isName: false,
          isLoose,
        });
      continue;
    }
    const isStart = SENTENCE_START.test(text.slice(Math.max(0, index - 4), index));
    const isName = /^\p{Lu}/u.test(token) && !(isStart && !/^\p{Lu}{2}/u.test(token));
    words.push({
      text: token,
      folded: bare(foldText(token)),
      from: index,
      to: index + token.length,
      isHan: false,
      isName,
      isLoose: false,
    });
  }
  return words;
}

/** Words of a run of Chinese; characters that are no words of their own together are a name. */
function chineseWords(run: string): { segment: string; index: number; isLoose: boolean }[] {
  const words: { segment: string; index: number; isLoose: boolean }[] = [];
  for (const { segment, index } of segmenter.segment(run)) {
    const isLoose = segment.length === 1 && !isGeneralChinese(segment) && !NUMERAL.test(segment);
    const last = words.at(-1);
    if (isLoose && last?.isLoose) last.segment += segment;
    else words.push({ segment, index, isLoose });
  }
  return words;
}

/** The Chinese characters and digits of a text. */
export const plainHan = (text: string) => foldText(text).replace(/[^\p{Script=Han}\d]+/gu, "");

/** Between the clauses of `clausesHan`. */
export const CLAUSE = "|";

/** The Chinese characters and digits of a text, with `CLAUSE` where a clause ends. */
export const clausesHan = (text: string) =>
  foldText(text)
    .replace(/[，。；：！？,;:!?\n|]+(?!\d)|(?<!\d)[.]/gu, CLAUSE)
    .replace(/[^\p{Script=Han}\d|]+/gu, "")
    .replace(/\|{2,}/g, CLAUSE);
