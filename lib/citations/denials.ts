import { stemmer } from "stemmer";

/*
 * Denials, each with the words it denies. A claim may leave out a clause with a denial, but not the denial alone, nor may it
 * deny what its source does not.
 */

/** They look like denials and are none. */
const NO_DENIAL =
  /不仅|不僅|不但|不只|不光|不单|不断|不斷|不同|不少(?!于)|不过|不過|不论|不論|不管|不久|不超过|不多于|不少于|不低于|不高于|不晚于|不早于|不得不|不丹|不列颠|不禁|不妨|不懈|不愧|不亚于|非常|非洲|除非|是非|非物质|无论|無論|未来|未來|无线|無線|无疑|無疑|无锡|无穷|无数|无限|没收|沒收|淹没|淹沒|埋没|沉没|出没|没落|未必|无非|不锈钢|不可避免|不可或缺|不动产|不等式|不良|不满(?=\d)|无人机|无障碍|无意识|无机|非营利|非政府|非盈利|\bnot only\b|\bno longer than\b|\bwhether or not\b|\bno more than\b|\bno less than\b|\bno fewer than\b|\bno later than\b|\bno earlier than\b|\bnot least\b|\bno doubt\b|\bnos?\.\s*\d|\bno one knows\b|\bnon-\w+|\bnot? (?:be )?(?:sooner|earlier|before|later) than\b/giu;
const ENGLISH = /\b(?:no|not|never|none|neither|nor|without|cannot)\b|n['’]t\b/giu;
const CHINESE = /没有|沒有|[不没沒未无無非勿]/gu;
/** Say a denial in other words; they answer one, and need no answer. */
const SOFT =
  /\b(?:fail(?:s|ed|ing|ure)?|unable|lack(?:s|ed|ing)?|refus(?:e|es|ed|al)|reject(?:s|ed)?|den(?:y|ies|ied)|prohibit(?:s|ed)?|forbid(?:s|den)?|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|absen(?:t|ce)|exclud(?:e|es|ed|ing)|except|hardly|rarely|barely|scarcely|free of|held back|instead of|rather than|impossible|ban(?:s|ned)?|other than|dismiss(?:es|ed|al)?|withh(?:old|olds|eld)|postpone[sd]?|dropp?(?:ed|s)?|discontinued|deprecated|expir(?:e|es|ed|y)|waive[sd]?)\b|缺乏|缺少|拒绝|禁止|失败|避免|防止|免除|免于|不足|除外|反对|否认|排除|取消|从不|难以|严禁|杜绝|驳回|扣留|扣除|移除|停止|停用|推迟|废除|免费|作废|失效|过期|缺失|拒付/giu;
/** Stand between a denial and what it denies. */
const ENGLISH_AUXILIARY = new Set(
  "a an the any be been being have has had do does did is are was were to of in on at by for from with as it they he she we you i this that these those there will would can could may might must shall should yet ever also even very much more longer and or but so such because since all necessarily only always all yet".split(
    " ",
  ),
);
const CHINESE_AUXILIARY =
  /^(?:有|能够|能|会|可以|可|得以|得|是|被|经过|经|曾经|曾|要求|要|应当|应该|应|需要|需|须|必须|必|再|太|很|在|于|对|向|把|将|与|和|跟|为|以|从|由|因|到|给|任何|一个|一|过|了|的|允许|准许|让|使|打算|想|愿意|愿|敢|肯|都|全|完全|总是|直接|立即|马上|及时|进行|作|做|够)/u;
/** A question that names both sides. */
const EITHER = /(\p{Script=Han})不\1|有没有|有没|\bor not\b/gu;
const CLAUSE_END = /[,，.。;；:：!！?？()（）\n]/u;

interface Denial {
  /** The denial with the words it stands before, for people. */
  text: string;
  /** What it denies: stems, or pairs and single characters of Chinese; the nearest first. */
  heads: string[];
  /** The word before it. */
  before: string;
  /** All it stands before in its clause. */
  scope: string[];
}

/** Part of what a denial stands before that a claim must say to say it without the denial. */
const SCOPE_MIN = 0.6;

/**
 * Where a claim and its source differ in what they deny: words of either, null where they do not. `whole` is all that was read
 * with the source: what is denied there in the same words is denied.
 */
export function differingDenial(claim: string, source: string, whole: string): string | null {
  const [ours, theirs] = [denialsOf(claim), denialsOf(source)];
  if (ours.length === 0 && theirs.length === 0) return null;
  const [ourWords, theirWords] = [headsIn(claim), headsIn(source)];
  const [softHere, softThere] = [softDenialsOf(claim), softDenialsOf(source)];
  const left = theirs.filter((denial) => !isAnswered(denial, ours) && !isAnswered(denial, softHere));
  let open = ours.filter((denial) => !isAnswered(denial, theirs) && !isAnswered(denial, softThere));
  if (open.length > 0) {
    const elsewhere = denialsOf(whole);
    open = open.filter(
      ({ heads }) => !elsewhere.some((other) => heads.length > 0 && heads.every((head) => other.heads.includes(head))),
    );
  }
  for (const denial of open) {
    // In other words: what is denied is not spoken of there, and some denial is not answered yet.
    const isReworded = left.length > 0 || softThere.length > 0;
    if (isReworded && !denial.heads.some((head) => theirWords.has(head))) continue;
    return denial.text;
  }
  if (open.length > 0) return null;
  const isSaid = ({ scope, before }: Denial) =>
    scope.length > 0 &&
    scope.filter((head) => ourWords.has(head)).length >= SCOPE_MIN * scope.length &&
    // A single word is said in many ways.
    (scope.length > 1 || ourWords.has(before));
  return left.find(isSaid)?.text ?? null;
}

/** Whether a text denies anything in plain words; a question that offers both sides (是不是) does not. */
export function deniesAnything(text: string): boolean {
  const plain = text.replace(EITHER, (words) => " ".repeat(words.length));
  return denialsOf(plain).length > 0;
}

function isAnswered({ heads }: Denial, others: readonly { heads: readonly string[] }[]): boolean {
  return others.some((other) => other.heads.some((head) => heads.includes(head)));
}

/** What is said around words that deny softly. */
function softDenialsOf(text: string): { heads: string[] }[] {
  const plain = text.replace(NO_DENIAL, (words) => " ".repeat(words.length));
  return [...plain.matchAll(SOFT)].map(({ 0: word, index }) => {
    const reach = /\p{Script=Han}/u.test(word) ? 8 : 40;
    const before = plain
      .slice(Math.max(0, index - reach), index)
      .split(CLAUSE_END)
      .at(-1)!;
    const behind = plain.slice(index + word.length, index + word.length + reach).split(CLAUSE_END)[0]!;
    const heads = [...headsIn(before), ...headsIn(behind)];
    return { heads: heads.filter((head) => head.length > 1 && !ENGLISH_AUXILIARY.has(head)) };
  });
}

function denialsOf(text: string): Denial[] {
  const plain = text.replace(NO_DENIAL, (words) => " ".repeat(words.length));
  const english = [...plain.matchAll(ENGLISH)].map(({ 0: word, index }) => {
    const { heads, scope, end } = englishHeads(plain, index + word.length);
    return { text: text.slice(index, end).trim(), heads, scope, before: lastWord(plain.slice(0, index)), index };
  });
  const chinese = [...plain.matchAll(CHINESE)].map(({ 0: word, index }) => {
    const { heads, scope, end } = chineseHeads(plain, index + word.length);
    return { text: text.slice(index, end).trim(), heads, scope, before: lastWord(plain.slice(0, index)), index };
  });
  return [...english, ...chinese].sort((a, b) => a.index - b.index);
}

function lastWord(text: string): string {
  const [word = ""] =
    /[a-z0-9'’]+(?=[^a-z0-9'’]*$)|\p{Script=Han}(?=[^\p{Script=Han}]*$)/iu.exec(text.slice(-30)) ?? [];
  return /[a-z]/i.test(word) ? stemmer(word.toLowerCase()) : word;
}

type Scope = Pick<Denial, "heads" | "scope"> & { end: number };

function englishHeads(text: string, from: number): Scope {
  const scope: string[] = [];
  let end = from;
  for (const match of text.slice(from, from + 120).matchAll(/[\p{L}\p{N}'’]+|[,.;:()\n]/gu)) {
    const word = match[0].toLowerCase();
    if (CLAUSE_END.test(word) || scope.length === 5) break;
    if (!/[a-z0-9]/.test(word)) continue;
    if (scope.length < 1) end = from + match.index + word.length;
    if (!ENGLISH_AUXILIARY.has(word)) scope.push(stemmer(word));
  }
  return { heads: scope.slice(0, 3), scope, end };
}

function chineseHeads(text: string, from: number): Scope {
  let at = from;
  for (;;) {
    const skipped = /^\s+/u.exec(text.slice(at))?.[0] ?? CHINESE_AUXILIARY.exec(text.slice(at, at + 4))?.[0];
    if (!skipped) break;
    at += skipped.length;
  }
  const clause = /^[\p{Script=Han}\p{Script=Latin}\p{N}\s]+/u.exec(text.slice(at, at + 12))?.[0] ?? "";
  const symbols = symbolsOf(clause);
  const pairs = symbols.slice(0, -1).map((symbol, index) => symbol + symbols[index + 1]);
  const scope = symbols.length === 1 ? symbols : pairs;
  return { heads: scope.slice(0, 3), scope: scope.slice(0, 7), end: at + Math.min(2, clause.length) };
}

/** Characters, and figures and words in other letters whole: 1998 says nothing of 19. */
const symbolsOf = (text: string) => text.match(/\d+|\p{Script=Latin}+|[^\s]/gu) ?? [];

/** Everything a text says that a denial could stand before. */
function headsIn(text: string): Set<string> {
  const heads = new Set<string>();
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9'’]+/g)) heads.add(stemmer(word));
  for (const [run] of text.replace(/\s/gu, "").matchAll(/[\p{Script=Han}\p{Script=Latin}\p{N}]+/gu)) {
    const symbols = symbolsOf(run);
    for (const [index, symbol] of symbols.entries()) {
      heads.add(symbol);
      if (symbols[index + 1]) heads.add(symbol + symbols[index + 1]);
    }
  }
  return heads;
}
