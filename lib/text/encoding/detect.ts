// Which encoding the bytes of a text are in: every encoding we know reads them, the likeliest text wins.
import { isAscii, isUtf8 } from "node:buffer";
import { costOf, LANGUAGES, type Language } from "./models.ts";

interface Candidate {
  encoding: string;
  languages: readonly Language[];
  /** How rare it is among files, in nats. */
  rarity: number;
}

const CANDIDATES: readonly Candidate[] = [
  { encoding: "gb18030", languages: ["simplified", "traditional"], rarity: 0 },
  { encoding: "big5", languages: ["traditional"], rarity: 1 },
  { encoding: "shift_jis", languages: ["japanese"], rarity: 1 },
  { encoding: "euc-jp", languages: ["japanese"], rarity: 2 },
  { encoding: "euc-kr", languages: ["korean"], rarity: 1 },
  { encoding: "windows-1252", languages: ["western"], rarity: 0.5 },
  { encoding: "windows-1251", languages: ["cyrillic"], rarity: 1 },
  { encoding: "koi8-r", languages: ["cyrillic"], rarity: 2 },
  { encoding: "koi8-u", languages: ["cyrillic"], rarity: 4 },
  { encoding: "ibm866", languages: ["cyrillic"], rarity: 4 },
  { encoding: "iso-8859-5", languages: ["cyrillic"], rarity: 5 },
  { encoding: "windows-1250", languages: ["central"], rarity: 5 },
  { encoding: "iso-8859-2", languages: ["central"], rarity: 6 },
  { encoding: "windows-1254", languages: ["turkish"], rarity: 4 },
  { encoding: "windows-1253", languages: ["greek"], rarity: 3 },
  { encoding: "iso-8859-7", languages: ["greek"], rarity: 4 },
  { encoding: "windows-1255", languages: ["hebrew"], rarity: 3 },
  { encoding: "windows-1256", languages: ["arabic"], rarity: 3 },
  { encoding: "windows-874", languages: ["thai"], rarity: 3 },
  { encoding: "macintosh", languages: ["western"], rarity: 6 },
  { encoding: "utf-16le", languages: LANGUAGES, rarity: 2 },
  { encoding: "utf-16be", languages: LANGUAGES, rarity: 3 },
];

/** Bytes that are looked at closely; lines of plain ASCII tell nothing and are left out. */
const SAMPLE = 16_384;
/** Nats by which the best reading has to be ahead. */
const AHEAD = 4;
/** A declaration is believed unless the text speaks plainly against it; so is, less, what people here write. */
const DECLARED = 20;
const USUAL = 1.5;
const OTHERS_MAX = 3;
/** Nats a byte that no text costs (it is 3 to 4, in UTF-16 half of it or 3); a short one may be odd. */
const most = (bytes: number, isWide: boolean) => (isWide ? 3.8 + 12 / bytes : 5 + 20 / bytes);

/** A part of the text, the one that tells most, as an encoding reads it. */
export interface Reading {
  encoding: string;
  text: string;
}

export interface Detection {
  encoding: string;
  /** No other reading is nearly as likely. */
  isCertain: boolean;
  /** This reading and the next likeliest ones that differ; empty where there is nothing to choose. */
  readings: Reading[];
}

export interface Hints {
  /** The encoding a file names itself. */
  declared?: string;
  /** What people here write, BCP 47. */
  language?: string;
}

const sure = (encoding: string): Detection => ({ encoding, isCertain: true, readings: [] });

/** The encoding of a text; null for bytes that are no text in any. */
export function detectEncoding(bytes: Uint8Array, hints: Hints = {}): Detection | null {
  const marked = byMark(bytes);
  if (marked) return sure(marked);
  const declared = nameOf(hints.declared);
  const isPlain = isUtf8(bytes) && !hasControls(bytes);
  if (isPlain && isAscii(bytes)) return sure(shifted(bytes) ?? "utf-8");
  const known = declared && CANDIDATES.every(({ encoding }) => encoding !== declared) && declared !== "utf-8";
  const candidates = known ? [...CANDIDATES, { encoding: declared, languages: LANGUAGES, rarity: 0 }] : CANDIDATES;
  const rivals = candidates.filter(({ encoding }) => !isPlain || encoding === declared);
  if (rivals.length === 0) return sure("utf-8");
  const readings = readingsOf(bytes, [UTF8, ...rivals], declared, hints.language);
  const [best, ...others] = distinct(readings);
  if (!best) return null;
  const isCertain = !others[0] || others[0].cost - best.cost >= AHEAD;
  // Nobody means a reading with holes where there is one without.
  const whole = others.filter(({ text }) => best.text.includes("\ufffd") || !text.includes("\ufffd"));
  const kept = [best, ...whole.slice(0, OTHERS_MAX)].map(({ encoding, text }) => ({ encoding, text }));
  return { encoding: best.encoding, isCertain, readings: kept.length > 1 ? kept : [] };
}

/** One of each text: encodings that read the same leave nothing to choose. */
function distinct(readings: readonly Costed[]): Costed[] {
  const texts = new Set<string>();
  return readings.filter(({ text }) => !texts.has(text) && texts.add(text));
}

const UTF8: Candidate = { encoding: "utf-8", languages: LANGUAGES, rarity: 0 };

function byMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/** The name `TextDecoder` has for a label; null for none it knows. */
export function nameOf(label: string | undefined): string | null {
  if (!label) return null;
  try {
    const { encoding } = new TextDecoder(label);
    // The larger sets hold what is written under the name of the smaller ones.
    return encoding === "gbk" ? "gb18030" : encoding;
  } catch {
    return null;
  }
}

/** Characters no text has: NUL and its like, but tabs, ends of lines and pages, and the escape of old encodings. */
export function hasControls(bytes: Uint8Array): boolean {
  for (const byte of bytes)
    if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 27) return true;
  return false;
}

/** Japanese mail writes ASCII bytes only and shifts between sets of characters. */
function shifted(bytes: Uint8Array): string | null {
  const at = bytes.indexOf(27);
  return at >= 0 && bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40) ? "iso-2022-jp" : null;
}

interface Costed extends Reading {
  cost: number;
}

/** The text as each encoding reads it, the likeliest first; without those that make no text of it. */
function readingsOf(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  declared: string | null,
  language: string | undefined,
): Costed[] {
  const lines = telling(bytes);
  const units = bytes.subarray(0, Math.min(SAMPLE, bytes.length & ~1));
  const hasNul = lines.includes(0);
  return candidates
    .flatMap(({ encoding, languages, rarity }) => {
      const isWide = encoding.startsWith("utf-16");
      if (hasNul && !isWide) return [];
      const sample = isWide ? units : lines;
      const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(sample, {
        stream: sample.length < bytes.length,
      });
      // Both samples are as long, but for a file of many lines of ASCII.
      const scale = sample.length === 0 ? 1 : lines.length / sample.length;
      const least = Math.min(...languages.map((name, index) => costOf(text, name) + (index > 0 ? LATER : 0)));
      if (least / sample.length > most(sample.length, isWide)) return [];
      let cost = least * scale + rarity;
      if (encoding === declared) cost -= DECLARED;
      if (encoding === usual(language)) cost -= USUAL;
      return [{ encoding, text, cost }];
    })
    .sort((a, b) => a.cost - b.cost);
}

/** A language an encoding is seldom used for. */
const LATER = 3;

function usual(language: string | undefined): string | null {
  if (!language) return null;
  if (/^zh-(hant|tw|hk|mo)/i.test(language)) return "big5";
  return /^zh/i.test(language) ? "gb18030" : "windows-1252";
}

/** The lines with bytes beyond ASCII, from anywhere in the file. No encoding but UTF-16 uses the end of a line otherwise. */
function telling(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE) return bytes;
  const found: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < SAMPLE; ) {
    let high = at;
    while (high < bytes.length && bytes[high]! > 0 && bytes[high]! < 128) high++;
    if (high >= bytes.length) break;
    const from = Math.max(at, bytes.lastIndexOf(10, high) + 1);
    const end = bytes.indexOf(10, high);
    const to = Math.min(end < 0 ? bytes.length : end + 1, from + SAMPLE - size);
    found.push(bytes.subarray(from, to));
    size += to - from;
    at = to;
  }
  return Buffer.concat(found);
}

/** The text of bytes in an encoding, without a mark. Bytes that are none become U+FFFD. */
export function decodeAs(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes);
}
