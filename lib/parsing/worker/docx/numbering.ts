// Markers of list items as a word processor computes them.
import { walk, type XmlHandlers } from "../archive.ts";

interface Level {
  format: string | undefined;
  text: string;
  start: number;
}

/** By their depth. */
type Levels = Map<number, Level>;

/** A list: a definition it shares with others, and what it changes of it. */
interface List {
  abstract: Id;
  starts: Map<number | undefined, number>;
  levels: Levels;
  /** The level under way. */
  override?: number;
}

/** Files may leave it out. */
type Id = string | undefined;

export class Numbering {
  private readonly abstracts = new Map<Id, Levels>();
  private readonly numbers = new Map<Id, List>();
  private readonly counters = new Map<string, number[]>();

  constructor(xml: string | null) {
    if (xml) walk(xml, this.reader());
  }

  private reader(): XmlHandlers {
    let abstract: Levels | null = null;
    let number: List | null = null;
    let level: Level | null = null;
    return {
      open: (tag, { abstractNumId, numId, ilvl, val }) => {
        if (tag === "abstractNum") {
          abstract = new Map();
          this.abstracts.set(abstractNumId, abstract);
        } else if (tag === "num") {
          number = { abstract: undefined, starts: new Map(), levels: new Map() };
          this.numbers.set(numId, number);
        } else if (tag === "abstractNumId" && number) number.abstract = val;
        else if (tag === "lvl") {
          level = { format: "decimal", text: "", start: 1 };
          (number ? number.levels : abstract)?.set(Number(ilvl), level);
        } else if (tag === "lvlOverride" && number) number.override = Number(ilvl);
        else if (tag === "startOverride" && number) number.starts.set(number.override, Number(val));
        else if (!level) return;
        else if (tag === "numFmt") level.format = val;
        else if (tag === "lvlText") level.text = val ?? "";
        else if (tag === "start") level.start = Number(val);
      },
      close: (tag) => {
        if (tag === "lvl") level = null;
        else if (tag === "abstractNum") abstract = null;
        else if (tag === "num") number = null;
      },
    };
  }

  /** The marker of the next item of a list, null when it has none. */
  next(numId: string, depth: number): string | null {
    const number = this.numbers.get(numId);
    if (!number) return null;
    const levels = this.abstracts.get(number.abstract);
    const at = (index: number) => number.levels.get(index) ?? levels?.get(index);
    const level = at(depth);
    if (!level) return null;
    // Lists of one definition count on; a list that names a start begins anew.
    const key = number.starts.size > 0 ? `n${numId}` : `a${number.abstract}`;
    const counts = this.counters.get(key) ?? [];
    this.counters.set(key, counts);
    const startOf = (index: number) => number.starts.get(index) ?? at(index)?.start ?? 1;
    counts[depth] = counts[depth] === undefined ? startOf(depth) : counts[depth] + 1;
    counts.length = depth + 1;
    if (level.format === "bullet") return bullet(level.text);
    if (level.format === "none") return null;
    const text = level.text.replace(/%(\d)/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      return formatNumber(counts[index] ?? startOf(index), at(index)?.format ?? "decimal");
    });
    return text || null;
  }
}

/** Symbol fonts have their bullets where no character is. */
function bullet(text: string): string {
  return !text || /[\ue000-\uf8ff]/.test(text) ? "•" : text.slice(0, 4);
}

const CHINESE = "零一二三四五六七八九";
const STEMS = "甲乙丙丁戊己庚辛壬癸";
const BRANCHES = "子丑寅卯辰巳午未申酉戌亥";

export function formatNumber(value: number, format: string): string {
  switch (format) {
    case "lowerLetter":
    case "upperLetter": {
      const letter = String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.min(10, Math.ceil(value / 26)));
      return format === "upperLetter" ? letter.toUpperCase() : letter;
    }
    case "lowerRoman":
      return roman(value).toLowerCase();
    case "upperRoman":
      return roman(value);
    case "decimalZero":
      return String(value).padStart(2, "0");
    case "chineseCounting":
    case "chineseCountingThousand":
    case "taiwaneseCountingThousand":
    case "japaneseCounting":
    case "ideographDigital":
      return chinese(value);
    case "ideographTraditional":
      return STEMS[value - 1] ?? String(value);
    case "ideographZodiac":
      return BRANCHES[value - 1] ?? String(value);
    case "decimalEnclosedCircle":
    case "decimalEnclosedCircleChinese":
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value);
    case "decimalFullWidth":
      return [...String(value)].map((digit) => String.fromCodePoint(0xff10 + Number(digit))).join("");
    default:
      return String(value);
  }
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value);
  const steps: [size: number, mark: string][] = [
    [1000, "M"],
    [900, "CM"],
    [500, "D"],
    [400, "CD"],
    [100, "C"],
    [90, "XC"],
    [50, "L"],
    [40, "XL"],
    [10, "X"],
    [9, "IX"],
    [5, "V"],
    [4, "IV"],
    [1, "I"],
  ];
  let rest = value;
  let text = "";
  for (const [size, mark] of steps) for (; rest >= size; rest -= size) text += mark;
  return text;
}

function chinese(value: number): string {
  if (value < 0 || value > 9999) return String(value);
  if (value < 10) return CHINESE[value]!;
  const digits = [...String(value)].map(Number);
  const units = ["", "十", "百", "千"];
  let text = "";
  digits.forEach((digit, index) => {
    const unit = units[digits.length - 1 - index]!;
    if (digit > 0) text += CHINESE[digit]! + unit;
    else if (!text.endsWith("零")) text += "零";
  });
  return text.replace(/零+$/, "").replace(/^一十/, "十");
}
