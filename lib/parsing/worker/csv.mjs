// Text with separators as tables: the first row names the columns.
import { readText } from "./decode.mjs";
import { ParseStop } from "./failure.mjs";
import { TABLE_ROWS } from "./limits.mjs";

const COLUMNS_MAX = 1000;
const CELL_MAX = 32_767;
const SEPARATORS = [",", ";", "\t", "|"];

export async function readCsvFile(file, builder, { progress }) {
  const text = readText(file).replace(/^\ufeff/, "");
  if (text.trim() === "") throw new ParseStop("documentEmpty");
  builder.startPart({ kind: "sheet", number: 1 });
  const scan = new Scan(text, separatorOf(text));
  let rows = [];
  let numbers = [];
  let number = 0;
  const write = async () => {
    const columns = Math.max(1, ...rows.map((row) => row.length));
    const cells = rows.map((row) => row.map((words, column) => ({ column, text: words })));
    if (rows.length > 0) await builder.table({ rows: cells, numbers, columns, headerRows: numbers[0] === 0 ? 1 : 0 });
    [rows, numbers] = [[], []];
  };
  for (let row = scan.next(); row; row = scan.next()) {
    if (row.some((words) => words !== "")) {
      rows.push(row);
      numbers.push(number);
    }
    number++;
    if (rows.length >= TABLE_ROWS) {
      await write();
      progress(scan.at, text.length);
    }
  }
  await write();
  builder.warn("truncatedCells", scan.truncated);
}

class Scan {
  constructor(text, separator) {
    this.text = text;
    this.separator = separator;
    this.at = 0;
    this.truncated = 0;
  }

  /** The next row (RFC 4180, lenient); null at the end. */
  next() {
    const { text, separator } = this;
    if (this.at >= text.length) return null;
    const row = [];
    for (;;) {
      const words = text[this.at] === '"' ? this.quoted() : this.plain();
      if (row.length < COLUMNS_MAX) row.push(this.fit(words));
      else this.truncated++;
      if (text[this.at] === separator) {
        this.at++;
        continue;
      }
      this.at++;
      return row;
    }
  }

  fit(words) {
    const short = words.length > CELL_MAX ? words.slice(0, CELL_MAX) : words;
    if (short.length < words.length) this.truncated++;
    return short;
  }

  plain() {
    const from = this.at;
    const { text, separator } = this;
    let at = from;
    while (at < text.length && text[at] !== separator && text[at] !== "\n") at++;
    this.at = at;
    return text.slice(from, at);
  }

  quoted() {
    const pieces = [];
    let at = this.at + 1;
    for (;;) {
      const end = this.text.indexOf('"', at);
      if (end < 0) {
        // Never closed: the rest of the file.
        pieces.push(this.text.slice(at));
        this.at = this.text.length;
        return pieces.join('"');
      }
      pieces.push(this.text.slice(at, end));
      if (this.text[end + 1] === '"') {
        at = end + 2;
        continue;
      }
      this.at = end + 1;
      return pieces.join('"') + this.plain();
    }
  }
}

/** The separator that cuts the first lines into the same number of columns. */
function separatorOf(text) {
  const lines = text
    .slice(0, 20_000)
    .split("\n")
    .slice(0, 10)
    .filter((line) => line.trim() !== "");
  let best = ",";
  let most = 0;
  for (const separator of SEPARATORS) {
    const counts = lines.map((line) => line.replace(/"[^"]*"/g, "").split(separator).length - 1);
    const least = Math.min(...counts);
    const score = least > 0 ? least * 10 + counts[0] : counts[0];
    if (score > most) [best, most] = [separator, score];
  }
  return best;
}
