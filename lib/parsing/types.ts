import type { DocumentFormat, ParseStatus } from "@/db/schema/documents";
import type { ErrorKey } from "@/lib/errors/errors";

/**
 * What reading a file gives, whatever its format. `text` is the whole in reading order and never changes for a file version
 * and a parser version; everything else points into it by offsets in UTF-16 units. Citations live on these offsets
 * (spec D1), slices too.
 */
export interface ParsedIndex {
  parser: number;
  format: DocumentFormat;
  title: string;
  /** BCP 47 of most of the text; null when there is too little. */
  language: string | null;
  characters: number;
  parts: Part[];
  outline: OutlineEntry[];
  /** In order, without gaps: together they cover the text. */
  pieces: PieceEntry[];
  images: ImageEntry[];
  warnings: Warning[];
}

/** A page, slide or sheet; a flowing document has one section. */
export interface Part {
  kind: "page" | "slide" | "sheet" | "section";
  /** From 1. */
  number: number;
  /** Name of a sheet, label of a page where it differs from the number. */
  name?: string;
  from: number;
  to: number;
  /** Points at scale 1, after rotation; absent for sections and sheets. */
  width?: number;
  height?: number;
  /** Clockwise degrees the page is shown with. */
  rotation?: 0 | 90 | 180 | 270;
}

export interface OutlineEntry {
  title: string;
  /** 1 is the outermost. */
  level: number;
  from: number;
}

export interface PieceEntry {
  number: number;
  from: number;
  to: number;
  /** Numbers of the first and last part it touches. */
  part: number;
  partTo: number;
}

export interface ImageEntry {
  /** Unique in the version: `12.png`. */
  name: string;
  mediaType: string;
  part: number;
  /** Place in the text it stands at. */
  at: number;
  /** Pixels; absent when the file does not tell. */
  width?: number;
  height?: number;
}

export interface Warning {
  kind: "hiddenText" | "macros" | "externalContent" | "scannedPages" | "truncatedCells" | "unreadablePart";
  /** How many; 1 where counting makes no sense. */
  count: number;
}

/** A stretch of the document as it lies in the file store and goes to the reader. */
export interface Piece {
  number: number;
  from: number;
  to: number;
  text: string;
  blocks: Block[];
  /** Pdf only: where each run of the pages stands. */
  layout?: PageLayout[];
}

/** Places of a pdf page's text. A run is one text item of pdf.js; a range inside one is cut by the reader. */
export interface PageLayout {
  part: number;
  /** Per run: index of the item in pdf.js' `getTextContent` (entries without `str` are not counted), from, to, x, y, width, height. Points, origin top left, page as shown. */
  runs: [item: number, from: number, to: number, x: number, y: number, width: number, height: number][];
}

export type Block =
  | TextBlock
  | TableBlock
  | { kind: "image"; from: number; to: number; part: number; image: string; box?: Box; alt?: string };

export interface TextBlock {
  kind: "heading" | "paragraph" | "listItem" | "quote" | "code" | "note" | "header" | "footer";
  from: number;
  to: number;
  part: number;
  /** Headings 1 to 6; depth of a list item from 1. */
  level?: number;
  /** What stands before a list item: `•`, `1.`. Not part of the text. */
  marker?: string;
  /** Number of the paragraph in the file from 1 (docx, md, txt, html). */
  paragraph?: number;
  align?: "left" | "center" | "right" | "justify";
  direction?: "rtl";
  /** Only where a run differs from plain. */
  runs?: StyledRun[];
  /** Slides: where it stands. */
  box?: Box;
}

export interface StyledRun {
  from: number;
  to: number;
  /** Number of the run in its paragraph from 1 (docx). */
  run?: number;
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  code?: true;
  script?: "super" | "sub";
  /** Points. */
  size?: number;
  /** `#rrggbb`. */
  color?: string;
  /** http, https or mailto only. */
  link?: string;
}

/** Per cent of the slide, origin top left. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TableBlock {
  kind: "table";
  from: number;
  to: number;
  part: number;
  rows: number;
  columns: number;
  /** Rows at the top that name the columns. */
  headerRows: number;
  cells: TableCell[];
  /** Relative widths of the columns. */
  widths?: number[];
  box?: Box;
}

export interface TableCell {
  row: number;
  column: number;
  rowSpan?: number;
  columnSpan?: number;
  from: number;
  to: number;
  bold?: true;
  align?: "left" | "center" | "right";
}

/** Why a file is not read (key of the catalogue); `stage` is where it is taken up again. */
export interface ParseFailure {
  stage: "parsing" | "segmenting" | "building";
  error: ErrorKey;
}

/** State of a file version as people see it. */
export interface ParseStateDto {
  status: ParseStatus;
  /** Per cent of the stage under way. */
  progress: number;
  failure: ParseFailure | null;
  parts: number;
  partKind: Part["kind"] | null;
  characters: number;
  warnings: Warning[];
}
