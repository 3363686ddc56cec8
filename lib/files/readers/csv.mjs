// The one reader of text with separators (RFC 4180, lenient): imports of tables and the documents' parser both use it.
// Plain JavaScript, because both run it in a process of their own without a bundler.
import { once } from "node:events";
import { parse } from "csv-parse";

/** Bytes handed over at a time: what they hold waits in memory until it is taken. */
const SLICE = 65_536;
/** What the separator is judged by. */
const SAMPLE = { letters: 20_000, lines: 10 };
const LINE_END = /\r\n|\n|\r/;

/** A quote was opened and never closed. */
export class OpenQuote extends Error {}

/**
 * Yields `{ rows, at }`: the cells of some rows as texts, and the share of the text read so far. With `closesQuotes` a
 * quote that is never closed ends with the text. Throws OpenQuote without it.
 */
export async function* csvRows(text, { separators, closesQuotes = false }) {
  const bytes = Buffer.from(text);
  const delimiter = separatorOf(text, separators);
  let taken = 0;
  try {
    for await (const some of parsed(bytes, { delimiter })) {
      taken += some.rows.length;
      yield some;
    }
  } catch (error) {
    if (error.code !== "CSV_QUOTE_NOT_CLOSED") throw error;
    if (!closesQuotes) throw new OpenQuote("a quote was never closed", { cause: error });
    // Only its end tells that a quote stays open; the rows already taken are skipped.
    yield* parsed(Buffer.concat([bytes, Buffer.from('"')]), { delimiter, from: taken + 1 });
  }
}

/** Rows in lots: a promise for each of some millions would cost more than their reading. */
async function* parsed(bytes, options) {
  const parser = parse({
    ...options,
    bom: true,
    // Named, because one file may mix them.
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    relax_quotes: true,
  });
  let rows = [];
  parser.on("data", (row) => rows.push(row));
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
function separatorOf(text, separators) {
  const lines = text
    .slice(0, SAMPLE.letters)
    .split(LINE_END, SAMPLE.lines)
    .filter((line) => line.trim() !== "");
  let best = separators[0];
  let most = 0;
  for (const separator of separators) {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(separator).length - 1);
    const least = Math.min(...counts);
    const score = least > 0 ? least * 10 + counts[0] : counts[0];
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}
