import "server-only";
import { stemmer } from "stemmer";
import { deniesAnything } from "@/lib/citations/denials";
import { type Figure, figuresOf } from "@/lib/citations/figures";
import { kinOfChinese, kinOfEnglish } from "@/lib/citations/general-words";
import { chineseOpposites, chineseWithOpposite, englishOpposites } from "@/lib/citations/opposites";
import { foldText, STEM_MARK } from "@/lib/text/terms";

/*
 * What a question asks, taken apart: words that say what it is about, words that only ask, and what must be the same in
 * two questions that ask for the same thing (figures, dates, names, places, denials, what kind of thing is asked for).
 */

/** One word of a question. */
export interface Word {
  /** Folded; of languages with spaces its stem. */
  text: string;
  isHan: boolean;
  /** It only asks: two questions may differ in it. */
  isFiller: boolean;
}

export type Asks = "who" | "when" | "where" | "long" | "many" | "why" | "how" | "whether";

export interface QuestionWords {
  /** Without signs and blanks. */
  folded: string;
  words: Word[];
  /** Stretches of Chinese characters, without what only asks. */
  runs: string[];
  stems: ReadonlySet<string>;
  figures: Figure[];
  /** Codes, relative days, names and places, in their order. */
  names: string[];
  isDenied: boolean;
  asks: Asks | null;
  opposites: ReadonlySet<string>;
}

const HAN = /\p{Script=Han}/u;
const RUN = /\p{Script=Han}+/gu;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}]+)?/gu;

const FILLER = new Set(
  (
    "请问 请 麻烦 想问 想 问 问下 一下 我想 想知道 知道 了解 告诉 我 我们 你 你们 您 咱们 公司 本公司 我司 单位 员工 的 了 吗 嘛 呢 么 吧 啊 呀 " +
    "怎么 怎样 如何 怎么样 怎么办 什么 啥 哪些 哪个 哪 是 有 能 能够 能否 可以 可否 是否 要 需要 该 会 在 去 给 把 对 和 与 及 以及 就 还 也 得 地 着 个 这 那 这个 那个 " +
    "一个 一共 总共 由 请教 咨询 关于 有关 相关 方面 问题 情况 办 办法 方法 方式 流程 步骤 程序 操作 具体 详细 求 帮忙 帮 谁 哪位 哪里 哪儿 何处 地方 什么时候 时候 时间 何时 几时 多少 几 多久 多长 " +
    "为什么 为何 为啥 进行 做 才 呃 嗯 到底 究竟 目前 现在 里 里面 所 之 种 位 不 没 " +
    "a an the i we you he she it they my our your their me us one is are am be been was were do does did can could may might will would shall should have has had " +
    "please tell know want like need get how what which who whom whose when where why whether there here this that these those of for to in on at and or s t re " +
    "exactly currently now procedure process step way steps ways explain help let find by company our"
  ).split(" "),
);
const FILLER_STEMS = new Set([...FILLER].filter((word) => /^[a-z]+$/.test(word)).map(stemmer));

/** In the order they are looked for: the first that is met counts. */
const ASKING: readonly (readonly [Asks, RegExp])[] = [
  ["who", /谁|哪位|何人|哪个人|哪个部门|\bwho(?:m|se)?\b|\bwhich (?:department|person|team)\b/u],
  [
    "when",
    /什么时候|什么时间|何时|几时|几点|几号|哪天|哪一天|哪年|哪一年|\bwhen\b|\bwhat (?:time|day|date|year)\b|\bwhich (?:day|date|year)\b/u,
  ],
  ["where", /哪里|哪儿|何处|什么地方|哪个地方|在哪|\bwhere\b/u],
  [
    "long",
    /多久|多长时间|几天|多少天|几个月|几个小时|多少小时|几个工作日|多少个工作日|\bhow (?:long|many (?:\w+ )?(?:hours?|days?|weeks?|months?))\b/u,
  ],
  ["many", /多少钱?|几|\bhow (?:many|much)\b/u],
  ["why", /为什么|为何|为啥|怎么会|\bwhy\b|\bhow come\b/u],
  ["how", /怎么|如何|怎样|流程|步骤|方法|方式|程序|\bhow\b|\bprocess\b|\bprocedure\b|\bsteps?\b|\bways? to\b/u],
  [
    "whether",
    /吗|嘛|能否|是否|可否|有没有|(\p{Script=Han})不\1|^is it possible\b|^(?:can|could|is|are|do|does|did|may|should|will|must|has|have)\b|\bwhether\b/u,
  ],
];

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

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

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
    asks: ASKING.find(([, asked]) => asked.test(folded))?.[0] ?? null,
    opposites: oppositesOf(words, together),
  };
}

/** Without what tells the kind of question, which is compared by itself, and without what parts words of Chinese. */
function withoutAsking(folded: string): string {
  let text = folded.replace(/(?<=\p{Script=Han})的(?=\p{Script=Han})/gu, " ");
  for (const [, asked] of ASKING) text = text.replace(new RegExp(asked, "gu"), " ");
  return text;
}

function wordsOf(folded: string): Word[] {
  const words: Word[] = [];
  const add = (text: string, isHan: boolean, isFiller: boolean) => {
    if (!words.some((word) => word.text === text)) words.push({ text, isHan, isFiller });
  };
  for (const [token] of folded.matchAll(WORD)) {
    if (!HAN.test(token)) {
      const word = token.replace(/['’].*$/u, "");
      add(stemOf(word), false, FILLER.has(word) || FILLER_STEMS.has(stemOf(word)));
      continue;
    }
    for (const { segment } of segmenter.segment(token)) {
      if (!HAN.test(segment)) add(stemOf(segment), false, FILLER.has(segment));
      else add(segment, true, FILLER.has(segment) || [...segment].every((symbol) => FILLER.has(symbol)));
    }
  }
  return words;
}

const stemOf = (word: string) => (/^[a-z]+$/.test(word) ? stemmer(word) : word);

/** What is called by a name of its own, folded, in the order of the text. */
function namesOf(plain: string): string[] {
  const found: { at: number; text: string }[] = [];
  for (const pattern of [CODE, PLACED, NAMED]) {
    for (const { 0: text, index } of plain.matchAll(pattern)) {
      const name = foldText(text)
        .replace(/[-_\s]+/gu, "")
        .replace(/days$/, "day");
      if (!PRONOUN.has(name) && !FILLER.has(name)) found.push({ at: index, text: name });
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

/** Whether a question says a word, or another that says the same. */
export function says(question: QuestionWords, { text, isHan }: Word): boolean {
  if (!isHan) {
    if (question.stems.has(text)) return true;
    for (const kin of kinOfEnglish(text)) if (question.stems.has(kin)) return true;
    return false;
  }
  if (question.folded.includes(text)) return true;
  for (const kin of kinOfChinese(text)) if (kin.length > 1 && question.folded.includes(kin)) return true;
  // The dictionary cuts one text here and the other there.
  const symbols = [...text];
  return symbols.length > 2 && symbols.slice(1).every((symbol, at) => question.folded.includes(symbols[at]! + symbol));
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
    const kin = isHan ? kinOfChinese(text) : kinOfEnglish(text);
    if (isFiller || kin.size > 1) continue;
    const symbols = [...text];
    if (!isHan) terms.add(STEM_MARK + text);
    else if (symbols.length === 1) terms.add(text);
    else for (const [at, symbol] of symbols.slice(1).entries()) terms.add(symbols[at]! + symbol);
  }
  return [...terms];
}
