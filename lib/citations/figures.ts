import { exact, type Numeral, numeralsOf, plainFigures } from "./numerals";
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
  for (const numeral of numeralsOf(text)) figures.push(figureAt(text, numeral));
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
    if (figure.kind === one.kind) return isNear(figure.value, one.value) || isSameDecade(figure, one);
    if (!isNear(figure.raw, one.raw)) return false;
    if (figure.kind === null) return true;
    if (one.kind !== null) return isLenient && (isCounter(figure.kind) || isCounter(one.kind));
    // "between 3 and 5 km", a column of sums; "320 engineers" are 320名 or 320人.
    return isLenient || isCounter(figure.kind) || held.some(({ kind }) => kind === figure.kind);
  };
  return wanted.filter((figure) => !held.some((one) => isSame(figure, one)));
}

/** The sixties are those of a century where it is told. */
const isSameDecade = (a: Figure, b: Figure) =>
  a.kind === "decade" && Math.min(a.value, b.value) < 100 && a.value % 100 === b.value % 100;

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(1e-9, Math.abs(a), Math.abs(b));

/** Whether every figure of one text is in the other. */
export function agreesInFigures(text: string, source: string): boolean {
  return missingFigures(figuresOf(text), figuresOf(source)).length === 0;
}

/** A text without its figures. */
export function withoutFigures(text: string): string {
  return figuresOf(text).reduce((rest, figure) => rest.replace(figure.text, " "), plainFigures(text));
}
