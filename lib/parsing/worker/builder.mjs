// Puts what a reader of a format finds into the canonical text with its blocks (lib/parsing/types), and hands it on in
// pieces, so that no more than one of them is in memory.
import { ParseStop } from "./failure.mjs";
import { languageOf } from "./language.mjs";
import {
  BLOCK_CHARS,
  CELLS_MAX,
  IMAGE_BYTES_MAX,
  IMAGES_BYTES_MAX,
  IMAGES_MAX,
  PIECE_CHARS,
  TABLE_CHARS,
  TABLE_ROWS,
  TEXT_MAX,
} from "./limits.mjs";

const TITLE_MAX = 300;
const OUTLINE_MAX = 5000;
const SAMPLE_MAX = 20_000;

export class Builder {
  /** `send.piece(piece)` and `send.image(entry, bytes)` resolve when the parent has taken them. */
  constructor(format, send) {
    this.format = format;
    this.send = send;
    this.title = "";
    this.parts = [];
    this.outline = [];
    this.pieces = [];
    this.images = [];
    this.warnings = new Map();
    this.at = 0;
    this.part = 1;
    this.cells = 0;
    this.imageBytes = 0;
    this.imageNames = new Map();
    /** The file brings an outline of its own; headings add none. */
    this.ownOutline = false;
    this.sample = "";
    this.open();
  }

  open() {
    this.chunks = [];
    this.blocks = [];
    this.layout = [];
    this.from = this.at;
  }

  warn(kind, count = 1) {
    if (count > 0) this.warnings.set(kind, (this.warnings.get(kind) ?? 0) + count);
  }

  /** A part lasts until the next one begins. */
  startPart(part) {
    this.endPart();
    this.parts.push({ ...part, from: this.at, to: this.at });
    this.part = part.number;
  }

  endPart() {
    const last = this.parts.at(-1);
    if (last) last.to = this.at;
  }

  append(given) {
    if (given.length === 0) return;
    // The database takes neither NUL nor half a character; the length stays.
    const text = given.replaceAll("\0", "\ufffd").toWellFormed();
    if (this.at + text.length > TEXT_MAX) throw new ParseStop("documentTooBig");
    this.chunks.push(text);
    this.at += text.length;
    if (this.sample.length < SAMPLE_MAX) this.sample += text;
  }

  /**
   * A block of text. `runs` are `{ text, ...style }`; one without style gets no entry. Answers its range, null when there
   * is nothing to show.
   */
  async text(block, runs) {
    const total = runs.reduce((sum, run) => sum + run.text.length, 0);
    if (total === 0 || runs.every((run) => run.text.trim() === "")) return null;
    const from = this.at;
    let rest = runs;
    while (rest.length > 0) {
      let part;
      [part, rest] = total > BLOCK_CHARS ? cut(rest, BLOCK_CHARS) : [rest, []];
      this.textBlock(block, part, rest.length === 0);
      await this.flush();
    }
    return { from, to: this.at - 1 };
  }

  textBlock(block, runs, isLast) {
    const from = this.at;
    const styled = [];
    for (const { text, ...style } of runs) {
      const start = this.at;
      this.append(text);
      if (Object.keys(style).some((key) => key !== "run")) styled.push({ from: start, to: this.at, ...style });
    }
    const to = this.at;
    this.blocks.push({ ...block, from, to, part: this.part, ...(styled.length > 0 ? { runs: styled } : {}) });
    // A paragraph in several blocks is still one: nothing stands between them.
    if (isLast) this.append("\n");
    if (block.kind === "heading" && !this.ownOutline) this.addOutline(this.textOf(from, to), block.level ?? 1, from);
  }

  addOutline(title, level, from) {
    const short = titleOf(title);
    if (short && this.outline.length < OUTLINE_MAX) this.outline.push({ title: short, level, from });
  }

  /** Of the piece under way. */
  textOf(from, to) {
    return this.chunks.join("").slice(from - this.from, to - this.from);
  }

  /**
   * A table; `rows` are arrays of cells `{ text, column, rowSpan?, columnSpan?, bold?, align? }`, each row with its own
   * number in `numbers` (sheets) or counted from 0. Long ones are cut into several blocks.
   */
  async table({ rows, numbers, columns, headerRows = 0, widths, box }) {
    for (let first = 0; first < rows.length; ) {
      let size = 0;
      let next = first;
      while (next < rows.length && next - first < TABLE_ROWS && size < TABLE_CHARS) {
        size += rows[next].reduce((sum, cell) => sum + cell.text.length + 1, 0);
        next++;
      }
      this.tableBlock(rows.slice(first, next), {
        numbers: numbers?.slice(first, next),
        columns,
        headerRows: first === 0 ? headerRows : 0,
        widths,
        box,
      });
      await this.flush();
      first = next;
    }
  }

  tableBlock(rows, { numbers, columns, headerRows, widths, box }) {
    const from = this.at;
    const cells = [];
    rows.forEach((row, index) => {
      row.forEach((cell, place) => {
        if (place > 0) this.append("\t");
        const { text, ...rest } = cell;
        const start = this.at;
        this.append(text);
        cells.push({ row: numbers?.[index] ?? index, ...rest, from: start, to: this.at });
      });
      if (index < rows.length - 1) this.append("\n");
    });
    this.cells += cells.length;
    if (this.cells > CELLS_MAX) throw new ParseStop("documentTooBig");
    const to = this.at;
    this.blocks.push({
      kind: "table",
      from,
      to,
      part: this.part,
      rows: rows.length,
      columns,
      headerRows: Math.min(headerRows, rows.length),
      cells,
      ...(widths ? { widths } : {}),
      ...(box ? { box } : {}),
    });
    this.append("\n");
  }

  /** A picture; the same bytes under the same `key` are kept once. */
  async image({ key, bytes, mediaType, alt, box }) {
    let entry = this.imageNames.get(key);
    if (!entry) {
      if (bytes.length > IMAGE_BYTES_MAX || this.images.length >= IMAGES_MAX) return;
      this.imageBytes += bytes.length;
      if (this.imageBytes > IMAGES_BYTES_MAX) return;
      const size = sizeOf(bytes, mediaType);
      entry = {
        name: `${this.images.length + 1}.${EXTENSIONS[mediaType]}`,
        mediaType,
        part: this.part,
        at: this.at,
        ...size,
      };
      this.images.push(entry);
      this.imageNames.set(key, entry);
      await this.send.image(entry.name, bytes);
    }
    this.blocks.push({
      kind: "image",
      from: this.at,
      to: this.at,
      part: this.part,
      image: entry.name,
      ...(box ? { box } : {}),
      ...(alt ? { alt: alt.slice(0, TITLE_MAX) } : {}),
    });
  }

  /** Places of the runs of a page (pdf), told before their text is. */
  addRuns(part, runs) {
    let layout = this.layout.at(-1);
    if (layout?.part !== part) {
      layout = { part, runs: [] };
      this.layout.push(layout);
    }
    layout.runs.push(...runs);
  }

  async flush(atEnd = false) {
    if (!atEnd && this.at - this.from < PIECE_CHARS && this.blocks.length < 4000) return;
    if (this.at === this.from && this.blocks.length === 0 && this.layout.length === 0) return;
    const number = this.pieces.length;
    const parts = this.blocks.map((block) => block.part).concat(this.layout.map((layout) => layout.part));
    const piece = { number, from: this.from, to: this.at, text: this.chunks.join(""), blocks: this.blocks };
    if (this.layout.length > 0) piece.layout = this.layout;
    this.pieces.push({
      number,
      from: this.from,
      to: this.at,
      part: parts.length > 0 ? Math.min(...parts) : this.part,
      partTo: parts.length > 0 ? Math.max(...parts) : this.part,
    });
    this.open();
    await this.send.piece(piece);
  }

  /** The index of the whole. Throws documentEmpty when nothing can be read. */
  async finish() {
    await this.flush(true);
    this.endPart();
    if (this.sample.trim() === "" && this.images.length === 0) throw new ParseStop("documentEmpty");
    return {
      format: this.format,
      title: titleOf(this.title),
      language: languageOf(this.sample),
      characters: this.at,
      parts: this.parts,
      outline: this.outline,
      pieces: this.pieces,
      images: this.images,
      warnings: [...this.warnings].map(([kind, count]) => ({ kind, count })),
    };
  }
}

function titleOf(text) {
  return text
    .replace(/[\s\0]+/g, " ")
    .trim()
    .slice(0, TITLE_MAX)
    .toWellFormed();
}

/** The first characters of runs, cut at white space or the end of a sentence where there is one, and the rest. */
function cut(runs, length) {
  const head = [];
  let left = length;
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index];
    if (run.text.length <= left) {
      head.push(run);
      left -= run.text.length;
      if (left === 0) return [head, runs.slice(index + 1)];
      continue;
    }
    const place = breakIn(run.text, left);
    head.push({ ...run, text: run.text.slice(0, place) });
    return [head, [{ ...run, text: run.text.slice(place) }, ...runs.slice(index + 1)]];
  }
  return [head, []];
}

function breakIn(text, most) {
  for (let at = most; at > most - 400 && at > 0; at--) if (/[\s。．！？!?；;]/.test(text[at - 1])) return at;
  const code = text.charCodeAt(most - 1);
  // Never between the halves of one character.
  return code >= 0xd800 && code < 0xdc00 && most > 1 ? most - 1 : most;
}

const EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp" };

/** Media type of a picture browsers show; null for any other bytes. */
export function pictureType(bytes) {
  if (bytes.length < 24) return null;
  const start = bytes.subarray(0, 12).toString("latin1");
  if (start.startsWith("\x89PNG")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF8")) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  return null;
}

/** Pixels a picture's head names; nothing is decoded. */
export function sizeOf(bytes, mediaType) {
  if (mediaType === "image/png") return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (mediaType === "image/gif") return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (mediaType !== "image/jpeg") return {};
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return {};
    const marker = bytes[at + 1];
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
}
