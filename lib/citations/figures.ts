import { exact, type Numeral, numeralsOf, plainFigures, RANGE } from "./numerals";
import { isCounter, unitAt } from "./units";

/** A number of a text with what it counts. */
export interface Figure {
  /** In the smallest unit of its kind. */
  value: number;
  /** Without its unit. */
  raw: number;
  /** `month` and `day` of a date, `decade`, or the dimension of a unit; null: none, or a word that is no unit. */
  kind: string | null;
  /** The words themselves. */
  text: string;
  /** Whether it says something even across languages; "one" and 一 hardly do. */
  isPlain: boolean;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH_NAME =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const DATES: readonly [RegExp, readonly ("year" | "month" | "day" | "name")[]][] = [
  [/(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu, ["year", "month", "day"]],
  [
    /(?:(\d{4}|[〇零一二三四五六七八九]{4})\s*年)?\s*(\d{1,2}|十[一二]?|[一二三四五六七八九])\s*月(?:份)?(?:\s*(\d{1,2}|[一二三]?十?[一二三四五六七八九]?十?)\s*[日号號])?/gu,
    ["year", "month", "day"],
  ],
  [new RegExp(`\\b${MONTH_NAME}\\s+${DAY}(?!\\d)(?:,?\\s+(\\d{4})\\b)?`, "giu"), ["name", "day", "year"]],
  [new RegExp(`\\b${DAY}\\s+(?:of\\s+)?${MONTH_NAME}(?:,?\\s+(\\d{4})\\b)?`, "giu"), ["day", "name", "year"]],
  [new RegExp(`\\b${MONTH_NAME},?\\s+(\\d{4})\\b`, "giu"), ["name", "year"]],
  // "may" and "march" alone are verbs, unless they have a capital.
  [/\b(January|February|March|April|May|June|July|August|September|October|November|December)\b/gu, ["name"]],
];

/** The 1920s, 20年代, 二十世纪二十年代. */
const DECADE =
  /(?<!\d)(?:(?:(\d{1,2}|[一二]?十[一二三四五六七八九]?)\s?世纪\s?)?(?:(\d{1,3}0)['’]?s\b|(\d{1,3}0|[一二三四五六七八九][一二三四五六七八九零〇]{2}[零〇]|[一二三四五六七八九]十)\s?年代))/gu;
const ENGLISH_PARTS = "third quarter fifth sixth seventh eighth ninth tenth".split(" ");
/** Parts of a whole, in percent: two thirds, 三分之二, 四成, half of them. */
const PARTS: readonly [RegExp, (match: RegExpExecArray) => number | null][] = [
  [
    /\b(an?|one|two|three|four|five|six|seven|eight|nine|\d)[\s-](?:(third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?\b(?=\s+(?:of|the|as)\b)|(third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s\b)/giu,
    ([, many, one, several]) =>
      partOf(
        /^an?$/i.test(many!) ? 1 : numeralsOf(many!)[0]!.value,
        ENGLISH_PARTS.indexOf((one ?? several)!.toLowerCase()) + 3,
      ),
  ],
  [/\bhalf(?=\s+(?:of|the|as)\b)|一半|半数/giu, () => 50],
  [
    /([一二两三四五六七八九十百\d]+)\s?分之\s?([一二两三四五六七八九十\d]+)/gu,
    ([, whole, part]) => partOf(numeralsOf(part!)[0]?.value, numeralsOf(whole!)[0]?.value),
  ],
  [
    /([一二两三四五六七八九]|\d(?:\.\d)?)成(?![为立功员果本熟人都了效绩因分长就年套])/gu,
    ([, tenths]) => partOf(numeralsOf(tenths!)[0]?.value, 10),
  ],
];
const partOf = (part: number | undefined, whole: number | undefined) =>
  part === undefined || !whole ? null : exact((100 * part) / whole);

const ROMAN = /\b(?=[IVXLC]{2,})C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})\b/gu;
const ROMAN_DIGITS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100 };

function romanValue(digits: string): number {
  const values = [...digits].map((digit) => ROMAN_DIGITS[digit]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** The figures of a text: `1.5亿` is 150,000,000, `5 March` a day and a month, `百分之三` 3 percent. */
export function figuresOf(original: string): Figure[] {
  let text = plainFigures(original);
  const figures: Figure[] = [];
  const take = (from: number, to: number) => {
    text = text.slice(0, from) + " ".repeat(to - from) + text.slice(to);
  };
  for (const [pattern, parts] of DATES)
    for (const match of [...text.matchAll(pattern)]) {
      const found = partsOfDate(match, parts);
      if (!found) continue;
      figures.push(...found);
      take(match.index, match.index + match[0].length);
    }
  for (const match of [...text.matchAll(/百分之\s?([\d.]+|[零一二三四五六七八九十百点]+)/gu)]) {
    const [numeral] = numeralsOf(match[1]!);
    if (!numeral) continue;
    figures.push({ value: numeral.value, raw: numeral.value, kind: "part", text: match[0], isPlain: true });
    take(match.index, match.index + match[0].length);
  }
  for (const [pattern, percentOf] of PARTS)
    for (const match of [...text.matchAll(pattern)]) {
      const value = percentOf(match);
      if (value === null) continue;
      figures.push({ value, raw: value, kind: "part", text: match[0], isPlain: /\d/.test(match[0]) });
      take(match.index, match.index + match[0].length);
    }
  for (const match of [...text.matchAll(DECADE)]) {
    const [, century, ...digits] = match;
    const [numeral] = numeralsOf(digits.find(Boolean)!);
    const before = century ? (numeralsOf(century)[0]!.value - 1) * 100 : 0;
    const value = before + numeral!.value;
    figures.push({ value, raw: value, kind: "decade", text: match[0], isPlain: true });
    take(match.index, match.index + match[0].length);
  }
  for (const match of text.matchAll(ROMAN)) {
    const value = romanValue(match[0]);
    if (value > 1) figures.push({ value, raw: value, kind: null, text: match[0], isPlain: false });
  }
  const numerals = numeralsOf(text);
  for (const [at, numeral] of numerals.entries()) {
    const figure = figureAt(text, numeral);
    figures.push(figure);
    const next = numerals[at + 1];
    // "3 to 5 km" has 3 km too, "3 and 5 km" may be two things.
    const between = next && text.slice(numeral.to, next.from);
    if (!between || figure.kind !== null || !RANGE.test(between)) continue;
    if (/and|和/u.test(between) && !/(?:between|介于|在)\s*$/iu.test(text.slice(0, numeral.from))) continue;
    const unit = unitAt(text, next);
    if (unit) figures.push({ ...figure, value: exact(numeral.value * unit.factor), kind: unit.dimension });
  }
  return figures;
}

function partsOfDate(match: RegExpExecArray, parts: readonly string[]): Figure[] | null {
  const figures: Figure[] = [];
  for (const [at, part] of parts.entries()) {
    const word = match[at + 1];
    if (!word) continue;
    const value = part === "name" ? MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1 : numeralsOf(word)[0]?.value;
    if (value === undefined) return null;
    const kind = part === "name" ? "month" : part === "year" ? "calendar" : part;
    const isOutside = (kind === "month" && (value < 1 || value > 12)) || (kind === "day" && (value < 1 || value > 31));
    if (isOutside) return null;
    figures.push({ value, raw: value, kind: part === "year" ? null : kind, text: match[0].trim(), isPlain: true });
  }
  return figures;
}

function figureAt(text: string, numeral: Numeral): Figure {
  const { value, from, to, isPlain } = numeral;
  const unit = unitAt(text, numeral);
  // A year is a name, not a stretch of time.
  const isYear = unit?.dimension === "calendar" && value >= 1000 && value < 2200 && /^\s?年/.test(text.slice(to));
  if (!unit || isYear) return { value, raw: value, kind: null, text: text.slice(from, isYear ? unit.to : to), isPlain };
  return {
    value: exact(value * unit.factor),
    raw: value,
    kind: unit.dimension,
    text: text.slice(from, unit.to),
    isPlain,
  };
}

/**
 * The figures of a text that a source does not have: by value and unit. A figure without a unit is any with that value; one
 * with a unit is one without only where the unit stands beside another (`isLenient`: always, for a translation may leave it out).
 */
export function missingFigures(
  wanted: readonly Figure[],
  held: readonly Figure[],
  { isLenient = false }: { isLenient?: boolean } = {},
): Figure[] {
  const isSame = (figure: Figure, one: Figure) => {
    if (isYearOf(figure, one) || isCentury(figure, one) || isCentury(one, figure)) return true;
    if (figure.kind === one.kind) return isNear(figure.value, one.value) || isSameDecade(figure, one);
    if (!isNear(figure.raw, one.raw)) return false;
    if (figure.kind === null) return true;
    if (one.kind !== null) return isLenient && (isCounter(figure.kind) || isCounter(one.kind));
    // "320 engineers" are 320名 or 320人.
    return isLenient || isCounter(figure.kind);
  };
  return wanted.filter((figure) => !held.some((one) => isSame(figure, one)));
}

const ABOUT = /(?:[约近]|接近|about|around|roughly|approximately|some|nearly|almost|circa|ca\.)\s*[有为达]?$/iu;
const OVER = /(?:超过|逾|over|more than|above)\s*[€$£¥]?$/iu;
const MORE = /^\s?[多余]([百千万亿]?)/u;
const HAN_UNIT: Record<string, number> = { 百: 1e2, 千: 1e3, 万: 1e4, 亿: 1e8 };

/** Whether a claim says of a figure that it is rounded, and a source has one that rounds to it. */
export function isRounded({ value, kind, text }: Figure, claim: string, held: readonly Figure[]): boolean {
  const at = claim.indexOf(text);
  if (at < 0 || !/\d/.test(text)) return false;
  const more = MORE.exec(claim.slice(at + text.length));
  const wanted = value * (more?.[1] ? HAN_UNIT[more[1]]! : 1);
  const before = claim.slice(Math.max(0, at - 16), at) + /^\D*/u.exec(text)![0];
  // What the last digit that is told counts.
  const step = wanted / Number(text.replace(/[^\d]/g, "").replace(/(?<=[1-9])0+$/, "") || 1);
  const from = more || OVER.test(before) ? wanted : ABOUT.test(before) ? wanted - step / 2 : Number.POSITIVE_INFINITY;
  const to = more || OVER.test(before) ? wanted + step : wanted + step / 2;
  return held.some((one) => (one.kind === kind || one.kind === null) && one.value >= from && one.value < to);
}

/** Whether two figures have the same digits, three or more: 162,584 million and 1,625.84 of a hundred million. */
export function hasSameDigits({ raw }: Figure, held: readonly Figure[]): boolean {
  const digits = (value: number) =>
    String(value)
      .replace(/\D/g, "")
      .replace(/^0+|0+$/g, "");
  const wanted = digits(raw);
  return wanted.length >= 3 && held.some((one) => digits(one.raw) === wanted);
}

/** A year stands in its decade and its century. */
function isYearOf(figure: Figure, { kind, raw }: Figure): boolean {
  if (kind !== null || raw < 1000 || raw >= 2200) return false;
  if (figure.kind === "decade") return figure.value >= 1000 && raw >= figure.value && raw < figure.value + 10;
  return figure.kind === "century" && raw >= 100 * (figure.raw - 1) && raw <= 100 * figure.raw;
}

/** The 1600s are the 17th century. */
const isCentury = (a: Figure, b: Figure) =>
  a.kind === "century" && b.kind === "decade" && b.value === 100 * (a.raw - 1) && b.value >= 1000;

/** The sixties are those of a century where it is told. */
const isSameDecade = (a: Figure, b: Figure) =>
  a.kind === "decade" && Math.min(a.value, b.value) < 100 && a.value % 100 === b.value % 100;

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1e-9, Math.abs(a), Math.abs(b));

/** What a word stands for that is a number in another language; of a time of day the other half. */
const IMPLIED: readonly [RegExp, readonly number[], string | null][] = [
  [/\bdecades?\b/iu, [120], "calendar"],
  [/\bcentur(?:y|ies)\b|世纪/iu, [1200], "calendar"],
  [/\bmillenni(?:um|a)\b|千年/iu, [12_000], "calendar"],
  [/\bfortnight/iu, [1_209_600], "time"],
  [/\b(?:weekly|(?:a|per|each|every) week)\b|每周/iu, [604_800], "time"],
  [/\bdozens?\b/iu, [12], null],
  [/\b(?:tripl\w*|trebl\w*|threefold|thrice)\b/iu, [3, 300], null],
  [/\b(?:quadrupl\w*|fourfold|quartet)\b/iu, [4, 400], null],
  [/\b(?:noon|midday|midnight)\b|中午|正午|午夜/iu, [0, 12, 24], null],
  [/\bquarter(?:s|ly)?\b|季/iu, [3, 4, 15, 25], null],
  [/\bhal(?:f|ves)\b|半/iu, [0.5, 6, 30, 50], null],
];
const AFTERNOON =
  /(?<!\d)(\d{1,2})(?:[:.]\d\d)?\s?p\.?m\b|(?:下午|晚上|傍晚)\s?(\d{1,2}|[一二三四五六七八九十]+)\s?[点點时時:]/giu;
const LATE = /(?<!\d)(1[3-9]|2[0-3])\s?(?:[:点點时時]|hours?\b)/giu;

/** Figures a translation of a text may have in the place of its words. */
export function impliedFigures(text: string): Figure[] {
  const figure = (value: number, kind: string | null = null): Figure => {
    const raw = kind === "calendar" ? value / 12 : value;
    return { value, raw, kind, text: "", isPlain: false };
  };
  return [
    ...IMPLIED.filter(([pattern]) => pattern.test(text)).flatMap(([, values, kind]) =>
      values.map((value) => figure(value, kind)),
    ),
    ...[...text.matchAll(AFTERNOON)].map(([, digits, chinese]) =>
      figure(numeralsOf((digits ?? chinese)!)[0]!.value + 12),
    ),
    ...[...text.matchAll(LATE)].map(([, digits]) => figure(Number(digits) - 12)),
  ];
}

/** Whether every figure of one text is in the other. */
export function agreesInFigures(text: string, source: string): boolean {
  return missingFigures(figuresOf(text), figuresOf(source)).length === 0;
}

/** A text without its figures. */
export function withoutFigures(text: string): string {
  return figuresOf(text).reduce((rest, figure) => rest.replace(figure.text, " "), plainFigures(text));
}
