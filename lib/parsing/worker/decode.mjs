// Bytes of a text file as a string, whatever encoding they came in.
import { readFileSync, statSync } from "node:fs";
import chardet from "chardet";
import { ParseStop } from "./failure.mjs";

const BYTES_MAX = 64 * 1024 ** 2;
const SAMPLE = 256 * 1024;
/** chardet's names that TextDecoder calls otherwise. */
const NAMES = { "ISO-2022-CN": "gb18030", "UTF-32LE": null, "UTF-32BE": null, GB18030: "gb18030", Big5: "big5" };

/** Text of a file with `\n` at the ends of lines. Throws documentEmpty, documentTooBig, documentBroken. */
export function readText(file) {
  if (statSync(file).size > BYTES_MAX) throw new ParseStop("documentTooBig");
  const text = decode(readFileSync(file));
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

export function decode(bytes) {
  if (bytes.length === 0) throw new ParseStop("documentEmpty");
  const encoding = encodingOf(bytes);
  if (!encoding) throw new ParseStop("documentBroken");
  return new TextDecoder(encoding).decode(bytes);
}

function encodingOf(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const wide = wideOf(bytes.subarray(0, 4096));
  if (wide) return wide;
  // NUL in no text: something else that is called one.
  if (bytes.subarray(0, SAMPLE).includes(0)) return null;
  if (fits(bytes, "utf-8")) return "utf-8";
  for (const { name } of chardet.analyse(bytes.subarray(0, SAMPLE))) {
    const encoding = name in NAMES ? NAMES[name] : name;
    // Short texts of the Chinese encodings look Western to a guesser; those are tried first.
    if (encoding && /gb|big5|jis|euc/i.test(encoding) && fits(bytes, encoding)) return encoding;
  }
  if (fits(bytes, "gb18030")) return "gb18030";
  const [best] = chardet
    .analyse(bytes.subarray(0, SAMPLE))
    .filter(({ name }) => /^(windows|iso-8859|koi8)/i.test(name));
  return best ? best.name.toLowerCase() : "windows-1252";
}

/** UTF-16 without its mark: every other byte of most characters is NUL. */
function wideOf(sample) {
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

function fits(bytes, encoding) {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
