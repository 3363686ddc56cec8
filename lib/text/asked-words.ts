import { stemmer } from "stemmer";
import { isGeneralChinese, isGeneralStem, kinOfChinese, kinOfStem } from "./general-words";
import { foldText, STEM_MARK, termsOf } from "./terms";

/* The words of a question, and whether a text says them: in the same words, or in others that mean the same. */

export type Asks = "who" | "when" | "where" | "long" | "many" | "why" | "how" | "whether";

/** One word of a question. */
export interface Word {
  /** Folded; of languages with spaces its stem. */
  text: string;
  isHan: boolean;
  /** It only asks: two questions may differ in it. */
  isFiller: boolean;
}

/** What a text says, for words to be looked for in it. */
export interface SaidWords {
  /** Without signs and blanks. */
  folded: string;
  /** Of its words of languages with spaces. */
  stems: ReadonlySet<string>;
}

const HAN = /\p{Script=Han}/u;
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

/** What kind of thing a folded question asks for. */
export const asksOf = (folded: string): Asks | null => ASKING.find(([, asked]) => asked.test(folded))?.[0] ?? null;

/** A folded question without what tells its kind, and without what parts words of Chinese. */
export function withoutAsking(folded: string): string {
  let text = folded.replace(/(?<=\p{Script=Han})的(?=\p{Script=Han})/gu, " ");
  for (const [, asked] of ASKING) text = text.replace(new RegExp(asked, "gu"), " ");
  return text;
}

/** Whether a word only asks; folded. */
export const isFiller = (word: string): boolean => FILLER.has(word);

const segmenter = new Intl.Segmenter("zh", { granularity: "word" });

/** The words of a folded text, each once. */
export function wordsOf(folded: string): Word[] {
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

/** Whether a text says a word, or another that says the same. */
export function says({ folded, stems }: SaidWords, { text, isHan }: Word): boolean {
  if (!isHan) {
    if (stems.has(text)) return true;
    for (const kin of kinOfStem(text)) if (stems.has(kin)) return true;
    return false;
  }
  if (folded.includes(text)) return true;
  for (const kin of kinOfChinese(text)) if (kin.length > 1 && folded.includes(kin)) return true;
  // The dictionary cuts one text here and the other there.
  const symbols = [...text];
  return symbols.length > 2 && symbols.slice(1).every((symbol, at) => folded.includes(symbols[at]! + symbol));
}

/** A word that says what a question is about, with how much it says. */
export interface AskedWord extends Word {
  weight: number;
}

/** Of a word any text may have, whatever it is about. */
const GENERAL_WEIGHT = 0.3;
/** A single character is a word of its own, or part of any other. */
const CHARACTER_WEIGHT = 0.3;
/** Characters no dictionary joins are a word it does not know (餐补), or some that only stand together (扣钱). */
const JOINED_WEIGHT = 0.6;
/** Of what the words of a question weigh together so much must stand in a text that answers it, and never more than this. */
const SHARE = 0.36;
const ENOUGH = 1.2;

/** The words that say what a question is about. */
export function askedAbout(question: string): AskedWord[] {
  const asked = withoutAsking(foldText(question));
  const words = wordsOf(asked).filter(({ isFiller }) => !isFiller);
  const joined = joinedCharacters(asked);
  const isJoined = ({ text }: Word) => text.length === 1 && joined.some((word) => word.includes(text));
  return [
    ...words.filter((word) => !isJoined(word)).map((word) => ({ ...word, weight: weightOf(word) })),
    ...joined.flatMap(pairsOf),
  ];
}

/** Between the parts of a question that asks for several things. */
const PARTS =
  /[,，;；?？。！!\n]+|(?:以及|还有|另外)|\band(?=\s+(?:who|what|when|where|why|how|which|is|are|can|may|must|do|does|did|will)\b)/giu;

/** What a question is about as a whole, and of one that asks for several things what each part is about. */
export function askedInParts(question: string): AskedWord[][] {
  const parts = question
    .split(PARTS)
    .map(askedAbout)
    .filter((words) => words.some(({ weight }) => weight >= 1));
  return [askedAbout(question), ...(parts.length > 1 ? parts : [])];
}

/** Where one word ends in joined characters and the next begins nobody can say: they are looked for in pairs. */
function pairsOf(joined: string): AskedWord[] {
  const symbols = [...joined].slice(1);
  const weight = (JOINED_WEIGHT * Math.ceil(joined.length / 2)) / symbols.length;
  return symbols.map((symbol, at) => ({ text: joined[at]! + symbol, isHan: true, isFiller: false, weight }));
}

/** Neighbouring characters of Chinese that are no word of the dictionary. */
function joinedCharacters(folded: string): string[] {
  const joined: string[] = [];
  let run = "";
  const end = () => {
    if (run.length > 1) joined.push(run);
    run = "";
  };
  for (const { segment } of segmenter.segment(folded)) {
    if (segment.length === 1 && HAN.test(segment) && !FILLER.has(segment)) run += segment;
    else end();
  }
  end();
  return [...new Set(joined)];
}

function weightOf({ text, isHan }: Word): number {
  if (isHan ? isGeneralChinese(text) : isGeneralStem(text)) return GENERAL_WEIGHT;
  return isHan && text.length === 1 ? CHARACTER_WEIGHT : 1;
}

/** What a text says, ready for words to be looked for in it. Lines of Chinese go on without a blank. */
export function saidWords(text: string): SaidWords {
  const stems = termsOf(text).filter((term) => term.startsWith(STEM_MARK));
  const folded = foldText(text)
    .replace(BETWEEN_HAN, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ");
  return { folded, stems: new Set(stems.map((term) => term.slice(STEM_MARK.length))) };
}
const BETWEEN_HAN = /(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu;

/** What a word counts where the text has another one for it, or one it is the short form of. */
const MEANT = 0.5;

/** How far a text says a word, 0 to 1. Another word for it that any text may have says little. */
export function saysHowFar(text: SaidWords, word: Word): number {
  if (word.isHan) {
    if (text.folded.includes(word.text)) return 1;
    return says(text, word) || isShortened(text.folded, [...word.text]) ? MEANT : 0;
  }
  if (text.stems.has(word.text)) return 1;
  const kin = [...kinOfStem(word.text)].filter((stem) => text.stems.has(stem));
  if (kin.length === 0) return 0;
  return kin.every(isGeneralStem) ? GENERAL_WEIGHT : MEANT;
}

/** Whether a word of Chinese is the short form of one in the text: 年假 of 年休假. */
function isShortened(folded: string, [first, second, ...others]: readonly string[]): boolean {
  if (!first || !second || others.length > 0) return false;
  for (let at = folded.indexOf(first); at >= 0; at = folded.indexOf(first, at + 1)) {
    if (folded[at + 2] === second && folded[at + 1] !== " ") return true;
  }
  return false;
}

/** Whether a text says enough of what is asked about to be about it. True where nothing is named. */
export function isAbout(text: SaidWords, asked: readonly AskedWord[]): boolean {
  const whole = asked.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return true;
  const said = asked.reduce((sum, word) => sum + saysHowFar(text, word) * word.weight, 0);
  return said >= Math.min(ENOUGH, SHARE * whole);
}
