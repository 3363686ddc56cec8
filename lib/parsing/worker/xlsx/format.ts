// Numbers of a sheet as people see them.

const DAY = 86_400_000;
/** Day 0 of the two calendars, for the days from March 1900 on. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

const BUILT_IN: Readonly<Partial<Record<number, string>>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
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
  30: "m/d/yy",
  31: "yyyy年m月d日",
  32: "h时mm分",
  33: "h时mm分ss秒",
  36: "yyyy年m月",
  37: "#,##0;-#,##0",
  38: "#,##0;-#,##0",
  39: "#,##0.00;-#,##0.00",
  40: "#,##0.00;-#,##0.00",
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss.0",
  48: "0.0E+0",
  50: "yyyy年m月",
  51: "m月d日",
  57: "yyyy年m月",
  58: "m月d日",
};

export function formatCode(id: number, custom: ReadonlyMap<number, string>): string {
  return custom.get(id) ?? BUILT_IN[id] ?? "General";
}

/** A number under a format code. Codes beyond us give the plain number: never a wrong one. */
export function formatNumber(value: number, code: string, is1904: boolean): string {
  if (!Number.isFinite(value)) return "";
  const section = sectionOf(value, code);
  if (/^general$/i.test(section.code.trim())) return plainNumber(section.value);
  const tokens = tokensOf(section.code);
  if (tokens.some(({ date }) => date)) return formatDate(value, tokens, is1904);
  return formatDigits(section.value, section.code, tokens);
}

function plainNumber(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e15 || size < 1e-9))
    return value
      .toExponential(5)
      .replace(/\.?0+e/, "E")
      .replace("e", "E");
  return String(Number(value.toPrecision(15)));
}

/** Positive, negative, zero have formats of their own; a negative one brings its sign along. */
function sectionOf(value: number, code: string): { code: string; value: number } {
  const [first = "", second, third] = splitSections(code);
  if (/\[[<>=]/.test(code)) return { code: first.replace(/\[[<>=][^\]]*\]/g, ""), value };
  if (value < 0 && second !== undefined) return { code: second, value: -value };
  if (value === 0 && third !== undefined) return { code: third, value };
  return { code: first, value };
}

function splitSections(code: string): string[] {
  const sections = [""];
  for (const { text, raw } of pieces(code)) {
    if (raw === ";" && text === undefined) sections.push("");
    else sections[sections.length - 1] += raw;
  }
  return sections;
}

/** Part of a code as it is written; `text` of a literal is what it shows. */
interface CodePiece {
  raw: string;
  text?: string;
}

function* pieces(code: string): Generator<CodePiece> {
  for (const [raw, quoted, escaped, filled] of code.matchAll(/"([^"]*)"|\\(.)|[_*](.)|\[[^\]]*\]|./gsu)) {
    if (quoted !== undefined) yield { raw, text: quoted };
    else if (escaped !== undefined) yield { raw, text: escaped };
    else if (filled !== undefined) yield { raw, text: "" };
    else yield { raw };
  }
}

/** One of: words to show, a place of a number, or a part of a date. */
interface Token {
  literal?: string;
  digit?: string;
  date?: string;
  /** Letters of a date's part. */
  length?: number;
  /** Hours, minutes or seconds in all. */
  elapsed?: boolean;
}

function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  for (const { raw, text } of pieces(code)) {
    const last = tokens.at(-1);
    if (text !== undefined) tokens.push({ literal: text });
    else if (/^\[(h+|m+|s+)\]$/i.test(raw))
      tokens.push({ date: raw.slice(1, 2).toLowerCase(), elapsed: true, length: raw.length - 2 });
    else if (raw.startsWith("[")) {
      const currency = /^\[\$([^-\]]*)/.exec(raw);
      if (currency?.[1]) tokens.push({ literal: currency[1] });
    } else if (/[ymdhse]/i.test(raw) && !(/e/i.test(raw) && last?.digit)) {
      const date = raw.toLowerCase();
      if (last?.date === date && !last.elapsed) last.length = lengthOf(last) + 1;
      else tokens.push({ date, length: 1 });
    } else if (/[0#?.,%]/.test(raw)) tokens.push({ digit: raw });
    else tokens.push({ literal: raw });
  }
  return joinHalves(tokens);
}

const lengthOf = ({ length = 1 }: Token) => length;

/** `AM/PM` arrives in letters. */
function joinHalves(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const word = tokens
      .slice(at, at + 5)
      .map(({ literal, date }) => literal ?? date ?? "")
      .join("");
    if (/^am\/pm$/i.test(word)) {
      joined.push({ date: "ampm", length: 1 });
      at += 4;
    } else joined.push(tokens[at]!);
  }
  return joined;
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** How many of each are in a day. */
const OF_DAY = { h: 24, m: 1440, s: 86_400 };

function formatDate(value: number, tokens: readonly Token[], is1904: boolean): string {
  if (value < 0 || value > 2_958_466) return plainNumber(value);
  // Excel counts a 29 February 1900 that never was.
  const days = !is1904 && value < 60 ? value + 1 : value;
  const hasFraction = tokens.some(({ digit }) => digit === "0");
  const unit = hasFraction ? 1 : 1000;
  const time = new Date(Math.round(((is1904 ? EPOCH_1904 : EPOCH_1900) + days * DAY) / unit) * unit);
  const isHalf = tokens.some(({ date }) => date === "ampm");

  return tokens
    .map((token, index) => {
      const { date, literal, digit, elapsed } = token;
      const length = lengthOf(token);
      if (literal !== undefined) return literal;
      if (digit) return digit === "0" ? String(Math.floor(time.getUTCMilliseconds() / 100)) : digit;
      if (elapsed) return pad(Math.floor(value * OF_DAY[date as keyof typeof OF_DAY] + 1e-9), length);
      switch (date) {
        case "y":
        case "e":
          return length <= 2 && date === "y" ? pad(time.getUTCFullYear() % 100, 2) : String(time.getUTCFullYear());
        case "m":
          return isMinute(tokens, index) ? pad(time.getUTCMinutes(), length) : monthOf(time, length);
        case "d":
          return length > 2 ? DAYS[time.getUTCDay()]!.slice(0, length === 3 ? 3 : 20) : pad(time.getUTCDate(), length);
        case "h":
          return pad(isHalf ? time.getUTCHours() % 12 || 12 : time.getUTCHours(), length);
        case "s":
          return pad(time.getUTCSeconds(), length);
        default:
          return time.getUTCHours() < 12 ? "AM" : "PM";
      }
    })
    .join("")
    .trim();
}

const pad = (number: number, length: number) => String(number).padStart(Math.min(2, length), "0");

function monthOf(time: Date, length: number): string {
  const month = MONTHS[time.getUTCMonth()]!;
  return length > 2 ? (length === 3 ? month.slice(0, 3) : month) : pad(time.getUTCMonth() + 1, length);
}

/** `m` means minutes after hours or before seconds. */
function isMinute(tokens: readonly Token[], index: number): boolean {
  const dates = tokens.map(({ date }, at) => ({ date, at })).filter(({ date }) => date);
  const place = dates.findIndex(({ at }) => at === index);
  return dates[place - 1]?.date === "h" || dates[place + 1]?.date === "s";
}

function formatDigits(value: number, code: string, tokens: readonly Token[]): string {
  const first = tokens.findIndex(({ digit }) => digit && digit !== "%");
  if (first < 0) {
    const isText = tokens.every(({ literal }) => literal !== undefined);
    if (isText && tokens.some(({ literal }) => literal === "@")) return plainNumber(value);
    if (tokens.every(({ literal, digit }) => literal !== undefined || digit !== "%")) {
      return tokens
        .map(({ literal }) => literal)
        .join("")
        .trim();
    }
  }
  if (/[0#?]\s*\/\s*[0-9?#]/.test(code) || /[0#]E[+-]/i.test(code)) return exponentOrPlain(value, code);
  const last = tokens.findLastIndex(({ digit }) => digit && digit !== "%");
  const pattern = tokens
    .slice(first, last + 1)
    .map(({ digit }) => digit ?? "")
    .join("");
  const percents = tokens.filter(({ digit }) => digit === "%").length;
  const thousands = /,+$/.exec(pattern)?.[0].length ?? 0;
  const scaled = (value * 100 ** percents) / 1000 ** thousands;
  const [whole = "", fraction = ""] = pattern.replace(/,+$/, "").split(".");
  const most = (fraction.match(/[0#?]/g) ?? []).length;
  const least = (fraction.match(/0/g) ?? []).length;
  let [digits = "", decimals = ""] = fixed(Math.abs(scaled), Math.min(most, 15)).split(".");
  while (decimals.length > least && decimals.endsWith("0")) decimals = decimals.slice(0, -1);
  digits = digits.padStart((whole.match(/0/g) ?? []).length, "0");
  if (!/0/.test(whole) && digits === "0" && decimals) digits = "";
  if (/[0#?],[0#?]/.test(whole)) digits = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  const isZero = /^[0,]*$/.test(digits) && /^0*$/.test(decimals);
  const number = (scaled < 0 && !isZero ? "-" : "") + digits + (decimals ? `.${decimals}` : "");
  const wordsOf = (list: readonly Token[]) =>
    list.map(({ literal, digit }) => literal ?? (digit === "%" ? "%" : "")).join("");
  return (wordsOf(tokens.slice(0, first)) + number + wordsOf(tokens.slice(last + 1))).trim();
}

/** Rounded as people round: 1.005 gives 1.01. */
function fixed(value: number, decimals: number): string {
  if (value >= 1e15) return String(value);
  const shifted = Number(value.toPrecision(15));
  return Number(`${Math.round(Number(`${shifted}e${decimals}`))}e-${decimals}`).toFixed(decimals);
}

function exponentOrPlain(value: number, code: string): string {
  const exponent = /([0#.]+)E([+-])(0+)/i.exec(code);
  if (!exponent) return plainNumber(value);
  const [, digits = "", plus, zeros = ""] = exponent;
  const [mantissa, power = ""] = value.toExponential((digits.split(".")[1] ?? "").length).split("e");
  const sign = power.startsWith("-") ? "-" : plus === "+" ? "+" : "";
  return `${mantissa}E${sign}${power.replace(/^[+-]/, "").padStart(zeros.length, "0")}`;
}
