// Texts as bytes in old encodings, and short texts to tell them apart by.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Encoding } from "../../lib/text/encoding/names.ts";

const tables = new Map<string, Map<string, Buffer>>();

/** By what `TextDecoder` makes of every byte and pair of bytes. */
function tableOf(encoding: string): Map<string, Buffer> {
  const known = tables.get(encoding);
  if (known) return known;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const table = new Map<string, Buffer>();
  const put = (...bytes: number[]) => {
    try {
      const char = decoder.decode(new Uint8Array(bytes));
      if ([...char].length === 1 && !table.has(char)) table.set(char, Buffer.from(bytes));
    } catch {
      // No character.
    }
  };
  for (let byte = 0; byte < 256; byte++) put(byte);
  for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) put(lead, trail);
  tables.set(encoding, table);
  return table;
}

/** The bytes of a text without a mark; of a character the encoding lacks, those of `?`. */
export function encoded(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  if (encoding === "utf-16le") return Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(text, "utf16le").swap16();
  const table = tableOf(encoding);
  return Buffer.concat([...text].map((char) => table.get(char) ?? Buffer.from("?")));
}

const UNICODE = ["utf-16le", "utf-16be"] as const;

/** Which of our sentences (`tests/bench/encodings`) are written in which encodings. */
export const WRITTEN: readonly (readonly [sentences: string, encodings: readonly Encoding[]])[] = [
  ["zh-hans", ["gb18030", ...UNICODE]],
  ["zh-hant", ["big5", ...UNICODE]],
  ["ja", ["shift_jis", "euc-jp", ...UNICODE]],
  ["ko", ["euc-kr", ...UNICODE]],
  ["ru", ["windows-1251", "koi8-r", ...UNICODE]],
  ["western", ["windows-1252", ...UNICODE]],
];

export const sentencesOf = (name: string) =>
  readFileSync(path.join(import.meta.dirname, `../bench/encodings/${name}.txt`), "utf8");

/**
 * So many texts of a length, cut anywhere from what an encoding can write of the sentences; the same ones each time. None
 * is plain ASCII, which says nothing.
 */
export function* textsOf(sentences: string, encoding: Encoding, length: number, count: number): Generator<string> {
  const chars = [...new TextDecoder(encoding).decode(encoded(sentences, encoding))];
  let seed = 1;
  for (let found = 0; found < count; ) {
    seed = (seed * 48271) % 2147483647;
    const from = seed % (chars.length - length);
    const text = chars.slice(from, from + length).join("");
    if (!/[^\0-\u007f]/.test(text)) continue;
    found++;
    yield text;
  }
}
