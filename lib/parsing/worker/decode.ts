// Bytes of a text file as a string, whatever encoding they came in.
import { readFileSync, statSync } from "node:fs";
import { decodeAs, detectEncoding, nameOf, type Reading } from "../../text/encoding/detect.ts";
import type { FoundEncoding } from "../types.ts";
import type { ParseOptions } from "../wire.ts";
import type { Builder } from "./builder.ts";
import { ParseStop } from "./failure.ts";

const BYTES_MAX = 64 * 1024 ** 2;
const PREVIEW_LINES = 3;
const PREVIEW_CHARS = 160;

/** The encoding that the first bytes of a file name, as Latin characters. */
type DeclaredIn = (head: string) => string | undefined;

interface Decoded {
  /** With `\n` at the ends of lines. */
  text: string;
  encoding: FoundEncoding;
}

/** The text of a file for a reader, and to the builder in which encoding it was. Throws as `decodeFile`. */
export function readText(file: string, builder: Builder, options: ParseOptions, declaredIn?: DeclaredIn): string {
  const { text, encoding } = decodeFile(file, options, declaredIn);
  builder.encoding = encoding;
  return text;
}

/** Bytes of a file, or of a text that lies in none. */
export const sizeOf = (file: string, { bytes }: ParseOptions): number => bytes?.byteLength ?? statSync(file).size;

/**
 * Text of a file, in the encoding that was chosen for it, else in the one it is most likely in. Throws documentEmpty,
 * documentTooBig, documentBroken.
 */
export function decodeFile(file: string, options: ParseOptions = {}, declaredIn?: DeclaredIn): Decoded {
  if (sizeOf(file, options) > BYTES_MAX) throw new ParseStop("documentTooBig");
  const { bytes: given } = options;
  const bytes = given ? Buffer.from(given.buffer, given.byteOffset, given.byteLength) : readFileSync(file);
  if (bytes.length === 0) throw new ParseStop("documentEmpty");
  const declared = declaredIn?.(bytes.subarray(0, 4096).toString("latin1"));
  const found = detectEncoding(bytes, { declared, language: options.language });
  const chosen = nameOf(options.encoding);
  if (!found && !chosen) throw new ParseStop("documentBroken");
  const name = chosen ?? found!.encoding;
  const text = decodeAs(bytes, name);
  const encoding: FoundEncoding = {
    name,
    isCertain: chosen !== null || found!.isCertain,
    readings: (found?.readings ?? []).map(({ encoding, text }) => ({ encoding, preview: preview(text) })),
  };
  return { text: text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text, encoding };
}

/** The first lines with words beyond ASCII: there the readings differ. */
function preview(text: Reading["text"]): string {
  const lines = text.split(/[\r\n]+/).filter((line) => /[^\0-\u007f]/.test(line));
  const shown = lines.slice(0, PREVIEW_LINES).join("\n").slice(0, PREVIEW_CHARS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return shown.replace(/[\0-\u0009\u000b-\u001f\u007f-\u009f]/g, "\ufffd").toWellFormed();
}
