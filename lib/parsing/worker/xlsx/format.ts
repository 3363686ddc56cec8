// Numbers of a sheet as people see them. The codes themselves are numfmt's; what stands here is what files hold and it
// does not take, and when the plain number is shown instead.
import { format } from "numfmt";

/** Formats with numbers of their own, as a Chinese installation has them; files need not spell them out. */
const BUILT_IN: Readonly<Partial<Record<number, string>>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  14: "yyyy/m/d",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  22: "yyyy/m/d h:mm",
  27: "yyyy年m月",
  28: "m月d日",
  29: "m月d日",
  30: "m-d-yy",
  31: "yyyy年m月d日",
  32: "h时mm分",
  33: "h时mm分ss秒",
  34: "上午/下午h时mm分",
  35: "上午/下午h时mm分ss秒",
  36: "yyyy年m月",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  41: '#,##0;-#,##0;"-"',
  42: '¥#,##0;-¥#,##0;¥"-"',
  43: '#,##0.00;-#,##0.00;"-"',
  44: '¥#,##0.00;-¥#,##0.00;¥"-"',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "0.0E+0",
  49: "@",
  50: "yyyy年m月",
  51: "m月d日",
  52: "yyyy年m月",
  53: "m月d日",
  54: "m月d日",
  55: "上午/下午h时mm分",
  56: "上午/下午h时mm分ss秒",
  57: "yyyy年m月",
  58: "m月d日",
};

export function formatCode(id: number, custom: ReadonlyMap<number, string>): string {
  return custom.get(id) ?? BUILT_IN[id] ?? "General";
}

/** Days between the two calendars. */
const DAYS_1904 = 1462;
const OPTIONS = { dateErrorThrows: true, dateSpanLarge: false };

/** A number under a format code. What cannot be shown by it gives the plain number: never a wrong one. */
export function formatNumber(value: number, code: string, is1904: boolean): string {
  if (!Number.isFinite(value)) return "";
  return (shownBy(value, prepared(code), is1904) ?? attempt("General", value) ?? String(value)).replace(/^-(?=0$)/, "");
}

function shownBy(value: number, { pattern, isPlain, isDate, isFraction, sections }: Prepared, is1904: boolean) {
  // A long number is an account or an id: people want all of it, where a spreadsheet has 1.23457E+11.
  const isLong = Number.isInteger(value) && Math.abs(value) >= 1e11 && Math.abs(value) < 1e15;
  if (isPlain && isLong) return String(value);
  // A spreadsheet shows no time before its calendar begins.
  if (isDate && value < 0 && sections === 1) return null;
  const text = attempt(isLong ? pattern.replace(GENERAL, "0") : pattern, is1904 && isDate ? value + DAYS_1904 : value);
  return text !== null && isFraction && !isNear(text, value) ? parted(pattern, value) : text;
}

/** Words under a format code: most codes leave them as they are. */
export function formatWords(words: string, code: string): string {
  if (code === "@" || !/@|;[^;]*;[^;]*;/.test(code)) return words;
  return attempt(prepared(code).pattern, words) ?? words;
}

/** Null where the code is none, or shows nothing but a row of signs for this value. */
function attempt(pattern: string, value: number | string): string | null {
  try {
    const text = format(pattern, value, OPTIONS).trim();
    return /^#+$/.test(text) ? null : text;
  } catch {
    return null;
  }
}

const FRACTION = /(?:([\d,]+)\s+)?(\d+)\s*\/\s*(\d+)/;

/** Fractions are rounded to their denominators; a part that rounds up to a whole comes out wrong at times. */
function isNear(text: string, value: number): boolean {
  const found = FRACTION.exec(text) ?? /([\d,]+)()()/.exec(text);
  if (!found) return true;
  const [, shown = "0", above = 0, below] = found;
  const whole = shown.replaceAll(",", "");
  if (!below) return Math.abs(Number(whole) - Math.abs(value)) <= 0.5;
  return Math.abs(Number(whole) + Number(above) / Number(below) - Math.abs(value)) <= 0.5 / Number(below) + 1e-9;
}

/** The whole and its fraction, each by itself; null where that is not near either. */
function parted(pattern: string, value: number): string | null {
  const whole = Math.trunc(value);
  const [, , above, below] = FRACTION.exec(attempt(pattern, Math.abs(value - whole)) ?? "") ?? [];
  if (above === undefined) return null;
  const text =
    above === below
      ? attempt(pattern, whole + Math.sign(value))
      : `${attempt(pattern, whole)?.replace(FRACTION, "").trim()} ${above}/${below}`;
  return text !== null && isNear(text, value) && !/^[^\d]*$/.test(text) ? text : null;
}

/** A code as numfmt takes it. */
interface Prepared {
  pattern: string;
  sections: number;
  /** Nothing but the number itself, as `General` and `@` have it. */
  isPlain: boolean;
  isDate: boolean;
  isFraction: boolean;
}

const known = new Map<string, Prepared>();
const KNOWN_MAX = 1000;
const GENERAL = /General/gi;

function prepared(code: string): Prepared {
  let found = known.get(code);
  if (!found) {
    const sections = sectionsOf(code).map(prepareSection);
    const pattern = sections.map((section) => section.pattern).join(";");
    found = {
      pattern,
      sections: sections.length,
      isPlain: /^(General|@)$/i.test(pattern),
      isDate: sections.some(({ isDate }) => isDate),
      isFraction: sections.some(({ isFraction }) => isFraction),
    };
    if (known.size < KNOWN_MAX) known.set(code, found);
  }
  return found;
}

/** Words, escaped and filling signs, brackets, and single signs; East Asian files escape by `!` too. */
const PARTS = /"[^"]*"?|[\\!_*].|\[[^\]]*\]|General|上午\/下午|AM\/PM|A\/P|a{3,4}|E[+-]|./gisu;
const DATE = /^(\[[hms]+\]|上午\/下午|AM\/PM|A\/P|a{3,4}|[ymdhsegb])$/i;

function sectionsOf(code: string): string[][] {
  const sections: string[][] = [[]];
  for (const [part] of code.matchAll(PARTS)) {
    if (part === ";") sections.push([]);
    else sections.at(-1)!.push(part);
  }
  return sections;
}

function prepareSection(parts: readonly string[]): Pick<Prepared, "pattern" | "isDate" | "isFraction"> {
  const isDate = parts.some((part) => DATE.test(part));
  const isFraction = !isDate && /[0#?]\s*\/\s*[\d#?]/.test(parts.join(""));
  const isChinese = parts.some((part) => /^(上午\/下午|a{3,4})$/i.test(part));
  const hasLocale = parts.some((part) => /^\[\$[^\]]*-[^\]]+\]$/.test(part));
  const pattern = parts.map((part) => preparePart(part, isDate, isFraction)).join("");
  // Only Chinese calendars have these names for their parts.
  return { pattern: isChinese && !hasLocale ? `[$-804]${pattern}` : pattern, isDate, isFraction };
}

function preparePart(part: string, isDate: boolean, isFraction: boolean): string {
  if (part === "上午/下午") return "AM/PM";
  if (part.startsWith("!")) return `\\${part.slice(1)}`;
  // Between a unit and another: yuan each.
  if (part === "/" && !isDate && !isFraction) return "\\/";
  if (!part.startsWith("[") || /^\[([<>=]|h+\]|m+\]|s+\])/i.test(part)) return part;
  const currency = /^\[\$([^\]-]*)/.exec(part);
  // The language of a number's currency says nothing about its separators; that of a date names the months.
  if (currency && isDate) return part;
  // Colours in the language of whoever wrote the file, kinds of digits.
  return currency?.[1] ? `"${currency[1]}"` : "";
}
