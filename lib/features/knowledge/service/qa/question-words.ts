import "server-only";
import { deniesAnything } from "@/lib/citations/denials";
import { type Figure, figuresOf } from "@/lib/citations/figures";
import { chineseOpposites, chineseWithOpposite, englishOpposites } from "@/lib/citations/opposites";
import { type Asks, asksOf, isFiller, type SaidWords, type Word, withoutAsking, wordsOf } from "@/lib/text/asked-words";
import { kinOfChinese, kinOfStem } from "@/lib/text/general-words";
import { foldText, STEM_MARK } from "@/lib/text/terms";

/*
 * What a question asks, taken apart: words that say what it is about, words that only ask, and what must be the same in
 * two questions that ask for the same thing (figures, dates, names, places, denials, what kind of thing is asked for).
 */

export interface QuestionWords extends SaidWords {
  words: Word[];
  /** Stretches of Chinese characters, without what only asks. */
  runs: string[];
  figures: Figure[];
  /** Codes, relative days, names and places, in their order. */
  names: string[];
  isDenied: boolean;
  asks: Asks | null;
  opposites: ReadonlySet<string>;
}

const RUN = /\p{Script=Han}+/gu;

const PLACES =
  "北京|上海|天津|重庆|河北|山西|辽宁|吉林|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|台湾|内蒙古|广西|西藏|宁夏|新疆|香港|澳门|深圳|广州|杭州|南京|苏州|成都|武汉|西安|青岛|大连|宁波|厦门|长沙|郑州|沈阳|济南|合肥|福州|昆明|南昌|贵阳|南宁|海口|太原|石家庄|兰州|无锡|东莞|佛山|珠海|常州|温州|中国|美国|英国|法国|德国|日本|韩国|印度|俄罗斯|新加坡|泰国|越南|马来西亚|印尼|澳大利亚|加拿大|巴西|意大利|西班牙|欧洲|亚洲|非洲|美洲|东京|伦敦|巴黎|纽约|柏林|首尔|总部|分公司";
/** Days and times that are told from today, and days of the week. */
const RELATIVE =
  "今年|去年|明年|前年|后年|本年|本月|上个?月|下个?月|这个?月|本周|上周|下周|这周|今天|昨天|明天|前天|后天|上半年|下半年|上季度|下季度|本季度|(?:星期|周|礼拜)[一二三四五六日天]|" +
  "\\b(?:this|last|next|previous|current) (?:year|month|week|quarter)s?\\b|\\b(?:today|yesterday|tomorrow)\\b|\\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\\b|\\bq[1-4]\\b";
const CODE = /[a-z]+[-_]?\d[a-z0-9]*|\d+[a-z][a-z0-9]*/giu;
const PLACED = new RegExp(`${PLACES}|${RELATIVE}`, "giu");
/** Latin words with a capital that begin no sentence, or stand among Chinese; and short words of capitals alone. */
const NAMED =
  /(?<=[^\s.?!。？！]\s+["“'(]?)\p{Lu}[\p{L}\p{M}]+|\b\p{Lu}{2,6}\b|(?<=\p{Script=Han}\s*)[A-Za-z]{2,}|[A-Za-z]{2,}(?=\s*\p{Script=Han})/gu;
const PRONOUN = new Set(["i"]);

export function readQuestion(text: string): QuestionWords {
  // "May" begins a question far more often than it names a month there.
  const plain = text.normalize("NFKC").replace(/^\s*May\b/u, "Can");
  const folded = foldText(plain);
  const asked = withoutAsking(folded);
  const words = wordsOf(asked);
  const stems = new Set(words.filter(({ isHan }) => !isHan).map(({ text: word }) => word));
  const together = folded.replace(/[^\p{L}\p{N}]+/gu, "");
  return {
    folded: together,
    words,
    runs: asked.match(RUN) ?? [],
    stems,
    figures: figuresOf(plain).filter(({ isPlain, value, kind }) => isPlain || kind !== null || value !== 1),
    names: namesOf(plain),
    isDenied: deniesAnything(folded),
    asks: asksOf(folded),
    opposites: oppositesOf(words, together),
  };
}

/** What is called by a name of its own, folded, in the order of the text. */
function namesOf(plain: string): string[] {
  const found: { at: number; text: string }[] = [];
  for (const pattern of [CODE, PLACED, NAMED]) {
    for (const { 0: text, index } of plain.matchAll(pattern)) {
      const name = foldText(text)
        .replace(/[-_\s]+/gu, "")
        .replace(/days$/, "day");
      if (!PRONOUN.has(name) && !isFiller(name)) found.push({ at: index, text: name });
    }
  }
  const ordered = found.sort((a, b) => a.at - b.at).map(({ text }) => text);
  return [...new Set(ordered)];
}

/** Words that would turn the question round. */
function oppositesOf(words: readonly Word[], together: string): Set<string> {
  const found = new Set<string>();
  for (const { text, isHan } of words) {
    for (const other of isHan ? chineseOpposites(text) : englishOpposites(text)) found.add(other);
  }
  for (const { text } of chineseWithOpposite(together)) for (const other of chineseOpposites(text)) found.add(other);
  return found;
}

/** What a question is kept by: the stems of its words, and of Chinese all characters and pairs of them. */
export function lookupTerms({ words, runs }: Pick<QuestionWords, "words" | "runs">): string[] {
  const terms = new Set<string>();
  for (const { text, isHan, isFiller } of words) if (!isHan && !isFiller) terms.add(STEM_MARK + text);
  for (const run of runs) {
    const symbols = [...run];
    for (const [at, symbol] of symbols.entries()) {
      terms.add(symbol);
      if (symbols[at + 1]) terms.add(symbol + symbols[at + 1]);
    }
  }
  return [...terms];
}

/**
 * What a question that says the same must be kept by: of every word that says what it is about and that no other word stands
 * for. The dictionary may cut the other text differently, so pairs inside of a word are asked for and not the word.
 */
export function neededTerms({ words }: Pick<QuestionWords, "words">): string[] {
  const terms = new Set<string>();
  for (const { text, isHan, isFiller } of words) {
    const kin = isHan ? kinOfChinese(text) : kinOfStem(text);
    if (isFiller || kin.size > 1) continue;
    const symbols = [...text];
    if (!isHan) terms.add(STEM_MARK + text);
    else if (symbols.length === 1) terms.add(text);
    else for (const [at, symbol] of symbols.slice(1).entries()) terms.add(symbols[at]! + symbol);
  }
  return [...terms];
}
