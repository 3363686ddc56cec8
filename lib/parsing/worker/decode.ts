// Bytes of a text file as a string, whatever encoding they came in.
import { readFileSync, statSync } from "node:fs";
import chardet from "chardet";
import { ParseStop } from "./failure.ts";

const BYTES_MAX = 64 * 1024 ** 2;
const SAMPLE = 256 * 1024;
const EASTERN = ["gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"];
/** What every text is full of, in each of the scripts; wrongly decoded bytes give rare characters. */
const COMMON = new Set(
  "的一是不了人我在有他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已从动两长月名号第二四五六七八九分民部业务合金价格这們個國來說為時會後過對開無經頭動兩長業務與價號於這，。、：；（）「」《》　",
);

/** Text of a file with `\n` at the ends of lines. Throws documentEmpty, documentTooBig, documentBroken. */
export function readText(file: string): string {
  if (statSync(file).size > BYTES_MAX) throw new ParseStop("documentTooBig");
  const text = decode(readFileSync(file));
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function decode(bytes: Buffer): string {
  if (bytes.length === 0) throw new ParseStop("documentEmpty");
  const encoding = encodingOf(bytes);
  if (!encoding) throw new ParseStop("documentBroken");
  return new TextDecoder(encoding).decode(bytes);
}

function encodingOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const wide = wideOf(bytes.subarray(0, 4096));
  if (wide) return wide;
  // NUL in no text: something else that is called one.
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  if (fits(bytes, "utf-8")) return "utf-8";
  const eastern = easternOf(bytes);
  if (eastern) return eastern;
  const guesses = chardet.analyse(bytes.subarray(0, SAMPLE));
  if (guesses[0]?.name === "GB18030" && fits(bytes, "gb18030")) return "gb18030";
  const best = guesses.find(({ name }) => /^(windows|iso-8859|koi8)/i.test(name));
  return best ? best.name.toLowerCase() : "windows-1252";
}

/** The encoding of East Asia in which the bytes read most like a text; null when they fit none. */
function easternOf(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, SAMPLE);
  let best: string | null = null;
  let most = 0.12;
  for (const encoding of EASTERN) {
    if (!fits(bytes, encoding)) continue;
    const words = [...new TextDecoder(encoding).decode(sample)].filter((char) => char > "\u007f");
    const known = words.filter((char) => COMMON.has(char) || /[\u3040-\u30ff\uac00-\ud7a3]/.test(char)).length;
    const share = known / Math.max(1, words.length);
    if (share > most) [best, most] = [encoding, share];
  }
  return best;
}

/** UTF-16 without its mark: every other byte of most characters is NUL. */
function wideOf(sample: Buffer): string | null {
  let even = 0;
  let odd = 0;
  for (let at = 0; at + 1 < sample.length; at += 2) {
    if (sample[at] === 0) even++;
    if (sample[at + 1] === 0) odd++;
  }
  const pairs = sample.length / 2;
  if (odd > pairs * 0.3 && even < pairs * 0.05) return "utf-16le";
  return even > pairs * 0.3 && odd < pairs * 0.05 ? "utf-16be" : null;
}

function fits(bytes: Buffer, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
