// Puts what a reader of a format finds into the canonical text with its blocks (lib/parsing/types), and hands it on in
// pieces, so that no more than one of them is in memory.
import type { DocumentFormat } from "../../../db/schema/parsing.ts";
import type {
  Annotation,
  Block,
  Box,
  FoundEncoding,
  ImageEntry,
  OutlineEntry,
  PageLayout,
  Part,
  Piece,
  PieceEntry,
  StyledRun,
  TableBlock,
  TableCell,
  TextBlock,
  Warning,
} from "../types.ts";
import type { CutOut, FoundIndex } from "../wire.ts";
import { ParseStop } from "./failure.ts";
import { languageOf } from "./language.ts";
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
} from "./limits.ts";

const TITLE_MAX = 300;
const OUTLINE_MAX = 5000;
const ANNOTATIONS_MAX = 20_000;
const SAMPLE_MAX = 20_000;

// Blocks and their parts as readers find them: where they stand in the text is the builder's to say.
export type NewPart = Omit<Part, "from" | "to">;
export type NewBlock = Omit<TextBlock, "from" | "to" | "part" | "runs">;

/** A stretch of text with what sets it apart. */
export interface Run extends Omit<StyledRun, "from" | "to"> {
  text: string;
}

export interface NewCell extends Omit<TableCell, "row" | "from" | "to"> {
  text: string;
}

export interface NewTable extends Pick<TableBlock, "columns" | "widths" | "chart" | "box"> {
  rows: NewCell[][];
  /** Each row's own number (sheets); they are counted from 0 without. */
  numbers?: number[];
  headerRows?: number;
}

export interface NewImage {
  /** The same bytes have the same. */
  key: string;
  bytes: Buffer;
  mediaType: PictureType;
  alt?: string;
  box?: Box;
}

/** Takes what is found; resolves when the parent has it. */
export interface Delivery {
  piece(piece: Piece): Promise<void>;
  image(name: string, bytes: Uint8Array): Promise<void>;
}

export class Builder {
  title = "";
  readonly outline: OutlineEntry[] = [];
  /** The file brings an outline of its own; headings add none. */
  ownOutline = false;
  /** Of a text. */
  encoding?: FoundEncoding;
  /** How long the text is so far. */
  at = 0;
  private readonly format: DocumentFormat;
  private readonly send: Delivery;
  private readonly parts: Part[] = [];
  private readonly pieces: PieceEntry[] = [];
  private readonly images: ImageEntry[] = [];
  private readonly annotations: Annotation[] = [];
  private readonly imageNames = new Map<string, ImageEntry>();
  private readonly warnings = new Map<Warning["kind"], number>();
  private part = 1;
  private cells = 0;
  private imageBytes = 0;
  private sample = "";
  // Of the piece under way.
  private chunks: string[] = [];
  private blocks: Block[] = [];
  private layout: PageLayout[] = [];
  private from = 0;

  constructor(format: DocumentFormat, send: Delivery) {
    this.format = format;
    this.send = send;
  }

  private open(): void {
    this.chunks = [];
    this.blocks = [];
    this.layout = [];
    this.from = this.at;
  }

  warn(kind: Warning["kind"], count = 1): void {
    if (count > 0) this.warnings.set(kind, (this.warnings.get(kind) ?? 0) + count);
  }

  /** A part lasts until the next one begins. */
  startPart(part: NewPart): void {
    this.endPart();
    this.parts.push({ ...part, from: this.at, to: this.at });
    this.part = part.number;
  }

  private endPart(): void {
    const last = this.parts.at(-1);
    if (last) last.to = this.at;
  }

  private append(given: string): void {
    if (given.length === 0) return;
    // The database takes neither NUL nor half a character; the length stays.
    const text = given.replaceAll("\0", "\ufffd").toWellFormed();
    if (this.at + text.length > TEXT_MAX) throw new ParseStop("documentTooBig");
    this.chunks.push(text);
    this.at += text.length;
    if (this.sample.length < SAMPLE_MAX) this.sample += text;
  }

  /**
   * A block of text; a run without style gets no entry. Answers its range, null when there is nothing to show.
   */
  async text(block: NewBlock, runs: readonly Run[]): Promise<{ from: number; to: number } | null> {
    const total = runs.reduce((sum, run) => sum + run.text.length, 0);
    if (total === 0 || runs.every((run) => run.text.trim() === "")) return null;
    const from = this.at;
    let rest = runs;
    while (rest.length > 0) {
      let part: readonly Run[];
      [part, rest] = total > BLOCK_CHARS ? cut(rest, BLOCK_CHARS) : [rest, []];
      this.textBlock(block, part, rest.length === 0);
      await this.flush();
    }
    return { from, to: this.at - 1 };
  }

  private textBlock(block: NewBlock, runs: readonly Run[], isLast: boolean): void {
    const from = this.at;
    const styled: StyledRun[] = [];
    for (const { text, ...style } of runs) {
      const start = this.at;
      this.append(text);
      if (Object.keys(style).some((key) => key !== "run")) styled.push({ from: start, to: this.at, ...style });
    }
    const to = this.at;
    this.blocks.push({ ...block, from, to, part: this.part, ...(styled.length > 0 ? { runs: styled } : {}) });
    // A paragraph in several blocks is still one: nothing stands between them.
    if (isLast) this.append("\n");
    if (block.kind === "comment" || block.kind === "note") this.annotate(block.kind, block.resolved, from);
    if (block.kind === "heading" && !this.ownOutline) this.addOutline(this.textOf(from, to), block.level ?? 1, from);
  }

  /** Up to here; what follows without a gap is one. */
  private annotate(kind: Annotation["kind"], resolved: true | undefined, from: number): void {
    const last = this.annotations.at(-1);
    if (last && last.to === from && last.kind === kind && last.resolved === resolved) last.to = this.at;
    else if (this.annotations.length < ANNOTATIONS_MAX)
      this.annotations.push({ kind, ...(resolved ? { resolved } : {}), from, to: this.at });
  }

  addOutline(title: string, level: number, from: number): void {
    const short = titleOf(title);
    if (short && this.outline.length < OUTLINE_MAX) this.outline.push({ title: short, level, from });
  }

  /** Of the piece under way. */
  private textOf(from: number, to: number): string {
    return this.chunks.join("").slice(from - this.from, to - this.from);
  }

  /** A table; a long one is cut into several blocks. */
  async table({ rows, numbers, headerRows = 0, ...shared }: NewTable): Promise<void> {
    for (let first = 0; first < rows.length; ) {
      let size = 0;
      let next = first;
      while (next < rows.length && next - first < TABLE_ROWS && size < TABLE_CHARS) {
        size += rows[next]!.reduce((sum, cell) => sum + cell.text.length + 1, 0);
        next++;
      }
      this.tableBlock({
        rows: rows.slice(first, next),
        numbers: numbers?.slice(first, next),
        headerRows: first === 0 ? headerRows : 0,
        ...shared,
      });
      await this.flush();
      first = next;
    }
  }

  private tableBlock({ rows, numbers, columns, headerRows = 0, widths, chart, box }: NewTable): void {
    const from = this.at;
    const cells: TableCell[] = [];
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
      ...(chart ? { chart } : {}),
      ...(box ? { box } : {}),
    });
    this.append("\n");
  }

  /** A picture; its bytes are kept once. The words in it are told as not read, unless it is the file itself. */
  async image({ key, bytes, mediaType, alt, box }: NewImage): Promise<void> {
    if (this.format !== "image") this.warn("pictures");
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

  /** A picture whose bytes are kept already, at this place of the text. */
  cutOut({ name, mediaType, box, width, height }: CutOut): void {
    const { part, at } = this;
    this.images.push({ name, mediaType, part, at, width, height });
    this.blocks.push({ kind: "image", from: at, to: at, part, image: name, box });
  }

  /** Places of the runs of a page (pdf), told before their text is. */
  addRuns(part: number, runs: PageLayout["runs"]): void {
    let layout = this.layout.at(-1);
    if (!layout || layout.part !== part) {
      layout = { part, runs: [] };
      this.layout.push(layout);
    }
    layout.runs.push(...runs);
  }

  private async flush(atEnd = false): Promise<void> {
    if (!atEnd && this.at - this.from < PIECE_CHARS && this.blocks.length < 4000) return;
    if (this.at === this.from && this.blocks.length === 0 && this.layout.length === 0) return;
    const number = this.pieces.length;
    const parts = this.blocks.map((block) => block.part).concat(this.layout.map((layout) => layout.part));
    const piece: Piece = { number, from: this.from, to: this.at, text: this.chunks.join(""), blocks: this.blocks };
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
  async finish(): Promise<FoundIndex> {
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
      annotations: this.annotations,
      warnings: [...this.warnings].map(([kind, count]) => ({ kind, count })),
      encoding: this.encoding,
    };
  }
}

function titleOf(text: string): string {
  return text
    .replace(/[\s\0]+/g, " ")
    .trim()
    .slice(0, TITLE_MAX)
    .toWellFormed();
}

/** The first characters of runs, cut at white space or the end of a sentence where there is one, and the rest. */
function cut(runs: readonly Run[], length: number): [head: Run[], rest: Run[]] {
  const head: Run[] = [];
  let left = length;
  for (const [index, run] of runs.entries()) {
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

function breakIn(text: string, most: number): number {
  for (let at = most; at > most - 400 && at > 0; at--) if (/[\s。．！？!?；;]/.test(text[at - 1]!)) return at;
  const code = text.charCodeAt(most - 1);
  // Never between the halves of one character.
  return code >= 0xd800 && code < 0xdc00 && most > 1 ? most - 1 : most;
}

const EXTENSIONS = { "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp" } as const;

export type PictureType = keyof typeof EXTENSIONS;

/** Media type of a picture browsers show; null for any other bytes. */
export function pictureType(bytes: Buffer): PictureType | null {
  if (bytes.length < 24) return null;
  const start = bytes.subarray(0, 12).toString("latin1");
  if (start.startsWith("\x89PNG")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (start.startsWith("GIF8")) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  return null;
}

/** Pixels a picture's head names; nothing is decoded. */
export function sizeOf(bytes: Buffer, mediaType: PictureType): { width?: number; height?: number } {
  if (mediaType === "image/png") return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (mediaType === "image/gif") return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  if (mediaType !== "image/jpeg") return {};
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return {};
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return {};
}
