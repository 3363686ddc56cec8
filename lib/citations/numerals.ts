/** A number of a text, however it is written. */
export interface Numeral {
  value: number;
  from: number;
  to: number;
  /** Written in figures, or long enough not to be a manner of speaking ("one of them", 一些). */
  isPlain: boolean;
}

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const ENGLISH = new Map<string, number>([
  ...ONES.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
  ...ORDINALS.map((word, value) => [word, value] as const),
  ["twentieth", 20],
  ["thirtieth", 30],
]);
const SCALES = new Map<string, number>([
  ["hundred", 1e2],
  ["thousand", 1e3],
  ["million", 1e6],
  ["billion", 1e9],
  ["trillion", 1e12],
  ["mn", 1e6],
  ["bn", 1e9],
  ["十", 1e1],
  ["百", 1e2],
  ["千", 1e3],
  ["万", 1e4],
  ["萬", 1e4],
  ["亿", 1e8],
  ["億", 1e8],
  ["兆", 1e12],
]);
const CHINESE = new Map([..."零一二三四五六七八九"].map((digit, value) => [digit, value] as const));
for (const [digit, value] of [
  ["〇", 0],
  ["○", 0],
  ["两", 2],
  ["兩", 2],
  ["壹", 1],
  ["贰", 2],
  ["叁", 3],
  ["肆", 4],
  ["伍", 5],
  ["陆", 6],
  ["柒", 7],
  ["捌", 8],
  ["玖", 9],
] as const)
  CHINESE.set(digit, value);

const DIGITS =
  /(?<![\p{Script=Latin}\d.])(\d{1,3}(?:,\d{3})+(?!\d)|\d{1,3}(?:[\u00a0\u202f]\d{3})+(?!\d)|\d+)(\.\d+)?(?:\s?(hundred|thousand|million|billion|trillion|mn|bn)\b|\s?([百千万萬亿億兆]+)(?:(\d+)([百千万萬]+))?)?(?:st|nd|rd|th)?/giu;
const SCALE_WORDS = ["hundred", "thousand", "million", "billion", "trillion"];
const CARDINAL = `(?:${[...ONES, ...TENS, ...SCALE_WORDS].join("|")})`;
const ORDINAL = `(?:${[...ORDINALS, "twentieth", "thirtieth"].join("|")})`;
const WORDS = new RegExp(
  `\\b(?:${CARDINAL}(?:(?:[\\s-]+|\\s+and\\s+)${CARDINAL})*(?:-${ORDINAL})?|${ORDINAL})\\b`,
  "giu",
);
const CHINESE_RUN =
  /[零〇○一二三四五六七八九十百千万萬亿億兆两兩壹贰叁肆伍陆柒捌玖]+(?:点[零〇一二三四五六七八九]+)?/gu;
/** What looks like a number and is a word. */
const NO_NUMBER =
  /[数几上多][十百千万亿]+|十分|万一|千万别|百姓|百万富翁|亿万富翁|百货|百科|千金|万岁|万物|四周|一定|一般|一样|统一|一直|一些|一旦|一切|一致|唯一|之一|同一|进一步/gu;
/** 两三 is two or three. */
const ROUGHLY = /^(?:一[二两]|[二两]三|三[四五]|四五|五六|六七|七八|八九)[十百千万亿]?$/u;
const VULGAR: Readonly<Record<string, string>> = { "½": ".5", "¼": ".25", "¾": ".75" };

/** One form of a text's figures: full width, halves, the fraction after a number. Lengths may change. */
export function plainFigures(text: string): string {
  return (
    text
      .replace(/(\d?)\s?([½¼¾])/gu, (_, digit: string, part: string) => `${digit || "0"}${VULGAR[part]}`)
      .normalize("NFKC")
      // 1038–40 ends in 1040.
      .replace(
        /(?<!\d)(\d\d)(\d\d)([–—-])\s?(\d\d)(?!\d|[-/]\d)(\s?年)?/gu,
        (whole, century, begin, dash, end, year = "") =>
          end > begin && (dash !== "-" || end > "12" || year)
            ? `${century}${begin}${dash}${century}${end}${year}`
            : whole,
      )
  );
}

/** The numbers of a text that went through `plainFigures`, in order: in figures, in English and in Chinese words. */
export function numeralsOf(text: string): Numeral[] {
  const found: Numeral[] = [];
  for (const match of text.matchAll(DIGITS)) {
    const [whole, digits, decimals = "", word, chinese = "", more = "0", moreScale = ""] = match;
    const plain = Number(digits!.replace(/\D/g, "") + decimals);
    const value = word ? plain * SCALES.get(word.toLowerCase())! : plain * scaleOf(chinese);
    // 1亿2千万
    found.push(numeral(match.index, whole, exact(value + Number(more) * scaleOf(moreScale)), true));
  }
  for (const match of text.matchAll(WORDS)) {
    const value = englishValue(match[0]);
    if (value !== null && !covers(found, match.index))
      found.push(numeral(match.index, match[0], value, /[\s-]|teen|ty$/i.test(match[0])));
  }
  const skipped = [...text.matchAll(NO_NUMBER)].map(({ 0: word, index }) => ({ from: index, to: index + word.length }));
  for (const match of text.matchAll(CHINESE_RUN)) {
    if (covers(found, match.index) || covers(skipped, match.index) || ROUGHLY.test(match[0])) continue;
    const value = chineseValue(match[0]);
    if (value !== null) found.push(numeral(match.index, match[0], value, match[0].length > 1));
  }
  return withScaleOfRange(
    text,
    found.sort((a, b) => a.from - b.from),
  );
}

/** "30 to 50 thousand" and 3到5万 begin with 30,000. */
function withScaleOfRange(text: string, numerals: readonly Numeral[]): Numeral[] {
  return numerals.map((one, at) => {
    const next = numerals[at + 1];
    if (!next || !RANGE.test(text.slice(one.to, next.from))) return one;
    const scale = SCALE_AT_END.exec(text.slice(next.from, next.to))?.[1];
    const factor = scale ? (SCALES.get(scale.toLowerCase()) ?? scaleOf(scale)) : 1;
    return one.value < factor && one.value * factor < next.value ? { ...one, value: exact(one.value * factor) } : one;
  });
}

/** Between the two numbers of a range. */
export const RANGE = /^\s?(?:to|or|and|–|—|-|~|到|至|或|和)\s?$/u;
const SCALE_AT_END = /\d\s?(thousand|million|billion|trillion|mn|bn|[万萬亿億兆千百]+)$/iu;

const numeral = (from: number, text: string, value: number, isPlain: boolean): Numeral => ({
  value,
  from,
  to: from + text.trimEnd().length,
  isPlain,
});

const covers = (ranges: readonly { from: number; to: number }[], at: number) =>
  ranges.some(({ from, to }) => from <= at && at < to);

const scaleOf = (symbols: string) => [...symbols].reduce((product, symbol) => product * (SCALES.get(symbol) ?? 1), 1);

function englishValue(words: string): number | null {
  let sum = 0;
  let group = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const word of words.toLowerCase().match(/[a-z]+/g) ?? []) {
    if (word === "and") continue;
    const scale = SCALES.get(word);
    if (scale === 100) group = Math.max(1, group) * 100;
    else if (scale) {
      sum += Math.max(1, group) * scale;
      group = 0;
    } else {
      const value = ENGLISH.get(word);
      if (value === undefined) return null;
      // "nineteen ninety": a year read in pairs.
      if (group >= 10 && group < 100 && value >= 10 && last !== 100) group = group * 100 + value;
      else group += value;
    }
    last = scale ?? 0;
  }
  return sum + group;
}

function chineseValue(run: string): number | null {
  const [whole = "", decimals] = run.split("点");
  const symbols = [...whole];
  let value: number | null;
  // 二〇一二: digit by digit.
  if (symbols.length > 1 && symbols.every((symbol) => CHINESE.has(symbol)))
    value = Number(symbols.map((symbol) => CHINESE.get(symbol)).join(""));
  else value = chineseSum(symbols);
  if (value === null || decimals === undefined) return value;
  return Number(`${value}.${[...decimals].map((symbol) => CHINESE.get(symbol)).join("")}`);
}

function chineseSum(symbols: readonly string[]): number | null {
  let sum = 0;
  let group = 0;
  let digit: number | null = null;
  for (const symbol of symbols) {
    const one = CHINESE.get(symbol);
    if (one !== undefined) {
      digit = one;
      continue;
    }
    const scale = SCALES.get(symbol)!;
    if (scale >= 1e4) {
      const before = group + (digit ?? 0);
      if (before === 0 && sum === 0) return null;
      sum = (sum + before) * (before === 0 ? 1 : scale);
      if (before === 0) sum *= scale;
      group = 0;
    } else group += (digit ?? 1) * scale;
    digit = null;
  }
  return sum + group + (digit ?? 0);
}

/** Products of decimals are not exact. */
export const exact = (value: number) => Number(value.toPrecision(12));

/** Whether an English word is a number. */
export const isNumberWord = (word: string) => ENGLISH.has(word) || SCALE_WORDS.includes(word);
