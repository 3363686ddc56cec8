// How likely a text is in a language: the cost of a character is about the negative logarithm of how often it occurs. Read
// in a wrong encoding the same bytes become rare characters, mixed scripts and capitals inside words, which cost more.
import {
  ARABIC,
  CENTRAL,
  CYRILLIC,
  GREEK,
  HANGUL,
  HEBREW,
  KANA,
  KANJI,
  SIMPLIFIED,
  THAI,
  TRADITIONAL,
  TURKISH,
  WESTERN,
} from "./tables.ts";

const UNITS = 65_536;
const BROKEN = 14;
const CONTROL = 20;
/** No language we know of has it. */
const STRANGE = 15;

/** Costs of all UTF-16 units. */
export type Model = Float32Array;

const CJK_MARKS: readonly (readonly [string, number])[] = [
  ["，", 3.3],
  ["。", 3.6],
  ["、", 4.3],
  ["：（）", 5],
  ["“”《》；　", 5.5],
  ["？！％—…·～【】「」", 6.5],
  ["‘’『』〈〉〔〕￥〇①②③④⑤⑥⑦⑧⑨⑩℃×→●■◆★※№－／．＋＝＆＊", 7.5],
];
const LATIN_MARKS: readonly (readonly [string, number])[] = [
  ["“”‘’–—«»„…¿¡", 7],
  ["€£§°№·•\u00a0", 8],
  ["®©™±²³½¼¾×÷‚‹›ªº", 9],
];

function blank(): Model {
  const costs = new Float32Array(UNITS).fill(STRANGE);
  for (let code = 0; code < 32; code++) costs[code] = CONTROL;
  for (let code = 0x7f; code < 0xa0; code++) costs[code] = CONTROL;
  costs.fill(5.5, 32, 127);
  costs.fill(3.1, 97, 123);
  costs.fill(4.8, 65, 91);
  costs.fill(3.9, 48, 58);
  put(costs, [
    [" ", 2],
    [",.\n\r", 3.7],
    ["\t", 4.5],
    ["{}|~^`\\<>", 6.5],
    ["\u001b\f\ufeff", 10],
    ["\ufffd", BROKEN],
  ]);
  // Lines that tables are drawn with.
  costs.fill(10, 0x2500, 0x2580);
  // Halves of characters beyond the first plane, pictures mostly.
  costs.fill(5, 0xd800, 0xe000);
  return costs;
}

function put(costs: Model, groups: readonly (readonly [string, number])[]): void {
  for (const [chars, cost] of groups) for (let at = 0; at < chars.length; at++) costs[chars.charCodeAt(at)] = cost;
}

/** What is frequent costs less; `costOf` says how much by its rank. Never raises a cost. */
function rank(costs: Model, chars: string, costOf: (rank: number) => number): void {
  for (let at = 0; at < chars.length; at++) {
    const code = chars.charCodeAt(at);
    costs[code] = Math.min(costs[code]!, costOf(at + 1));
  }
}

/** The characters of some rows of an encoding of two bytes: its makers put what is used daily into the first rows. */
function rows(encoding: string, from: number, to: number): string {
  const bytes: number[] = [];
  for (let lead = from; lead <= to; lead++)
    for (let trail = 0x40; trail < 0xff; trail++) if (trail !== 0x7f) bytes.push(lead, trail);
  return new TextDecoder(encoding).decode(new Uint8Array(bytes)).replace(/[^\u3400-\u9fff\uac00-\ud7a3]/g, "");
}

const frequent = (rank: number) => 4.2 + 0.42 * Math.log(rank) + 0.00125 * rank;

/** What all languages of East Asia share: their marks, forms as wide as a character, signs. */
function eastern(): Model {
  const costs = blank();
  costs.fill(9.5, 0x2460, 0x2500);
  costs.fill(9.5, 0x2580, 0x2670);
  costs.fill(10, 0x370, 0x460);
  costs.fill(9.5, 0x3041, 0x3100);
  costs.fill(8, 0xff01, 0xff5f);
  costs.fill(10, 0xff61, 0xffa0);
  costs.fill(10, 0x3200, 0x3400);
  costs.fill(9, 0x3000, 0x3020);
  put(costs, [...LATIN_MARKS.map(([chars]) => [chars, 9.5] as const), ...CJK_MARKS]);
  return costs;
}

function simplified(): Model {
  const costs = eastern();
  rank(costs, rows("gb18030", 0xd8, 0xf7), () => 11.8);
  rank(costs, rows("gb18030", 0xb0, 0xd7), () => 11);
  rank(costs, SIMPLIFIED, frequent);
  return costs;
}

function traditional(): Model {
  const costs = eastern();
  rank(costs, rows("big5", 0xc9, 0xf9), () => 12.5);
  rank(costs, rows("big5", 0xa4, 0xc6), () => 11);
  rank(costs, TRADITIONAL, frequent);
  return costs;
}

function japanese(): Model {
  const costs = eastern();
  rank(costs, rows("shift_jis", 0x98, 0xea), () => 12.8);
  rank(costs, rows("shift_jis", 0x88, 0x97), () => 11.8);
  rank(costs, KANJI, (at) => frequent(at) + 0.8);
  rank(costs, KANA, (at) => 3.4 + 0.045 * at);
  put(costs, [["・「」", 5.5]]);
  return costs;
}

function korean(): Model {
  const costs = eastern();
  costs.fill(13, 0xac00, 0xd7a4);
  rank(costs, rows("gb18030", 0xb0, 0xd7), () => 13);
  rank(costs, TRADITIONAL, (at) => frequent(at) + 4);
  // The first half of the syllables in the encoding's second byte is the older, common set.
  rank(costs, commonHangul(), () => 10.5);
  rank(costs, HANGUL, (at) => Math.min(10.5, 3.5 + 0.35 * Math.log(at) + 0.0065 * at));
  put(costs, [["，。、", 8]]);
  return costs;
}

function commonHangul(): string {
  const bytes: number[] = [];
  for (let lead = 0xb0; lead <= 0xc8; lead++) for (let trail = 0xa1; trail < 0xff; trail++) bytes.push(lead, trail);
  return new TextDecoder("euc-kr").decode(new Uint8Array(bytes));
}

/** An alphabet with small letters by their frequency; capitals cost more. */
function alphabet(letters: string, costOf: (rank: number) => number): () => Model {
  return () => {
    const costs = blank();
    put(costs, LATIN_MARKS);
    rank(costs, letters.toUpperCase(), (at) => costOf(at) + 1.8);
    rank(costs, letters, costOf);
    return costs;
  };
}

/** A script of its own that we know nothing about. */
function other(): Model {
  const costs = blank();
  for (let code = 0x530; code < 0x1800; code++)
    if (/[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code))) costs[code] = 6;
  return costs;
}

const whole = (rank: number) => 2.2 + 0.09 * rank + 0.0014 * rank ** 2;
const added = (rank: number) => 5.4 + 0.12 * rank;

const MODELS = {
  simplified,
  traditional,
  japanese,
  korean,
  western: alphabet(WESTERN, added),
  central: alphabet(CENTRAL, added),
  turkish: alphabet(TURKISH, added),
  cyrillic: alphabet(CYRILLIC, whole),
  greek: alphabet(GREEK, whole),
  hebrew: alphabet(HEBREW, whole),
  arabic: alphabet(ARABIC, whole),
  thai: alphabet(THAI, whole),
  other,
} as const;

export type Language = keyof typeof MODELS;
export const LANGUAGES = Object.keys(MODELS) as Language[];

const made = new Map<Language, Model>();

/** Made at the first use: most files are UTF-8 and need none. */
function modelOf(language: Language): Model {
  const known = made.get(language);
  if (known) return known;
  const model = MODELS[language]();
  made.set(language, model);
  return model;
}

/** What a letter is like: how its neighbours have to be is part of how likely it is. */
const SCRIPTS = [
  [0x41, 0x250],
  [0x370, 0x400],
  [0x400, 0x530],
  [0x590, 0x600],
  [0x600, 0x700],
  [0xe00, 0xe80],
] as const;
const [WIDE, KATAKANA] = [SCRIPTS.length + 1, SCRIPTS.length + 2];
const [SMALL, CAPITAL] = [1, 2];

interface Letters {
  /** Number of the script; 0 for what is no letter. */
  scripts: Uint8Array;
  cases: Uint8Array;
}
let letters: Letters | undefined;

function lettersOfUnits(): Letters {
  if (letters) return letters;
  const [scripts, cases] = [new Uint8Array(UNITS), new Uint8Array(UNITS)];
  for (const [index, [from, to]] of SCRIPTS.entries()) {
    for (let code = from; code < to; code++) {
      const char = String.fromCharCode(code);
      if (!/[\p{L}\p{M}]/u.test(char)) continue;
      scripts[code] = index + 1;
      if (/\p{Ll}/u.test(char)) cases[code] = SMALL;
      else if (/\p{Lu}/u.test(char)) cases[code] = CAPITAL;
    }
  }
  scripts.fill(WIDE, 0x3041, 0xd7a4);
  scripts.fill(KATAKANA, 0xff66, 0xffa0);
  letters = { scripts, cases };
  return letters;
}

/** Another script within a word, or in the next one; East Asia mixes its own with Latin. */
const WITHIN = 8;
const NEXT = 6;
const MIXED_WITHIN = 2.5;
const MIXED = 0.8;
const REPEATED = 2.5;

/** Cost of a text in a language, in nats. */
export function costOf(text: string, language: Language): number {
  const costs = modelOf(language);
  const { scripts, cases } = lettersOfUnits();
  let total = 0;
  let script = 0;
  let isWord = false;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const now = scripts[code]!;
    const cost = costs[code]!;
    // Rows of one sign part paragraphs and draw tables.
    total += code === before && cost < BROKEN ? Math.min(cost, REPEATED) : cost;
    if (now === 0) {
      isWord = false;
    } else {
      if (now === script) {
        // Katakana of half the width come in rows, or not at all.
        if (now === KATAKANA) total -= 5.5;
        if (isWord && cases[before] === SMALL && cases[code] === CAPITAL) total += code < 128 && before < 128 ? 2 : 4;
      } else if (script !== 0) {
        if (now >= WIDE || script >= WIDE) total += now < WIDE || script < WIDE ? (isWord ? MIXED_WITHIN : MIXED) : 0;
        else total += isWord ? WITHIN : NEXT;
      }
      script = now;
      isWord = true;
    }
    before = code;
  }
  return total;
}
