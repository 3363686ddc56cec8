// Text with separators: UTF-8, UTF-16 with its mark, or GB18030; commas, semicolons or tabs.
import { ReadFailure } from "./failure.mjs";

function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (bytes.includes(0)) throw new ReadFailure("importUnreadable");
  for (const name of ["utf-8", "gb18030"]) {
    try {
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      // The next one.
    }
  }
  throw new ReadFailure("importUnreadable");
}

function separatorOf(text) {
  const first = text.slice(0, 10_000).split(/\r?\n/, 1)[0];
  const counted = [",", ";", "\t"].map((mark) => [first.split(mark).length, mark]);
  return counted.sort((a, b) => b[0] - a[0])[0][1];
}

/** Rows of texts (RFC 4180). Throws ReadFailure. */
export function readCsv(bytes, { rowsMax, columnsMax }) {
  const text = decode(bytes);
  const separator = separatorOf(text);
  const rows = [];
  let row = [];
  let at = 0;
  const endRow = () => {
    if (rows.length >= rowsMax) throw new ReadFailure("importTooManyRows");
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    if (row.length >= columnsMax) throw new ReadFailure("importTooLarge");
    let cell;
    if (text[at] === '"') [cell, at] = quoted(text, at + 1);
    else {
      let end = at;
      while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end++;
      cell = text.slice(at, end);
      at = end;
    }
    row.push(cell);
    if (text[at] === separator) {
      at++;
      // A separator at the very end stands before one more empty cell.
      if (at === text.length) row.push("");
    } else if (at < text.length) {
      at += text.startsWith("\r\n", at) ? 2 : 1;
      endRow();
    }
  }
  if (row.length > 0) endRow();
  return rows;
}

function quoted(text, from) {
  const pieces = [];
  let at = from;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0) throw new ReadFailure("importUnreadable");
    pieces.push(text.slice(at, end));
    if (text[end + 1] !== '"') return [pieces.join('"'), end + 1];
    at = end + 2;
  }
}
