// The one reader of text with separators (RFC 4180, lenient): imports of tables and the documents' parser both use it.
// Both run it in a process of their own.
import { once } from "node:events";
import { CsvError, parse } from "csv-parse";

/** Bytes handed over at a time: what they hold waits in memory until it is taken. */
const SLICE = 65_536;
/** What the separator is judged by. */
const SAMPLE = { letters: 20_000, lines: 10 };
const LINE_END = /\r\n|\n|\r/;

/** A quote was opened and never closed. */
export class OpenQuote extends Error {}

interface CsvOptions {
  /** The first of them where none fits better. */
  separators: readonly [string, ...string[]];
  /** A quote that is never closed ends with the text. */
  closesQuotes?: boolean;
}

/** The cells of some rows as texts, and the share of the text read so far. */
interface SomeRows {
  rows: string[][];
  at: number;
}

/** Yields the rows of a text. Throws OpenQuote. */
export async function* csvRows(
  text: string,
  { separators, closesQuotes = false }: CsvOptions,
): AsyncGenerator<SomeRows> {
  const bytes = Buffer.from(text);
  const delimiter = separatorOf(text, separators);
  let taken = 0;
  try {
    for await (const some of parsed(bytes, { delimiter })) {
      taken += some.rows.length;
      yield some;
    }
  } catch (error) {
    if (!(error instanceof CsvError) || error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    if (!closesQuotes) throw new OpenQuote("a quote was never closed", { cause: error });
    // Only its end tells that a quote stays open; the rows already taken are skipped.
    yield* parsed(Buffer.concat([bytes, Buffer.from('"')]), { delimiter, from: taken + 1 });
  }
}

/** Rows in lots: a promise for each of some millions would cost more than their reading. */
async function* parsed(bytes: Buffer, options: { delimiter: string; from?: number }): AsyncGenerator<SomeRows> {
  const parser = parse({
    ...options,
    bom: true,
    // Named, because one file may mix them.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  });
  let rows: string[][] = [];
  parser.on("data", (row: string[]) => rows.push(row));
  const ended = once(parser, "end");
  // Heard where it is waited for.
  ended.catch(() => undefined);
  for (let at = 0; at < bytes.length; at += SLICE) {
    await new Promise((taken) => parser.write(bytes.subarray(at, at + SLICE), taken));
    yield { rows, at: Math.min(1, (at + SLICE) / bytes.length) };
    rows = [];
  }
  parser.end();
  await ended;
  yield { rows, at: 1 };
}

/** The separator that cuts the first lines into the same number of columns. */
function separatorOf(text: string, separators: CsvOptions["separators"]): string {
  const lines = text
    .slice(0, SAMPLE.letters)
    .split(LINE_END, SAMPLE.lines)
    .filter((line) => line.trim() !== "");
  let best: string = separators[0];
  let most = 0;
  for (const separator of separators) {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(separator).length - 1);
    const [first = 0] = counts;
    const least = Math.min(...counts);
    const score = least > 0 ? least * 10 + first : first;
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}
