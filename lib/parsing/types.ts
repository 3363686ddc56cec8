import type { DocumentFormat } from "@/db/schema/parsing";
import type { FoundEncoding, OutlineEntry, Part, PieceEntry, Warning } from "./dto";

export type {
  Block,
  Box,
  FoundEncoding,
  OutlineEntry,
  PageLayout,
  ParseFailure,
  ParseStateDto,
  Part,
  Piece,
  PieceEntry,
  StyledRun,
  TableBlock,
  TableCell,
  TextBlock,
  Warning,
} from "./dto";

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
  /** Pdf: its pages were looked through for pictures, of which so many are too small, on many pages, or a whole page. */
  lookedThrough?: { small: number; repeated: number; pages: number };
  /** In order; readings by older parsers have none. */
  annotations?: Annotation[];
  warnings: Warning[];
  /** Of plain text, csv, Markdown and HTML. */
  encoding?: FoundEncoding;
}

/** A stretch of the text that is about the document: what was remarked, what is said about a slide. */
export interface Annotation {
  kind: "comment" | "note";
  /** The matter is settled. */
  resolved?: true;
  from: number;
  to: number;
}

/** A page as its words were recognised in its picture (lib/parsing/recognition). */
export interface RecognisedPage {
  /** Size of the page as shown: points of a pdf, pixels of a picture. */
  width: number;
  height: number;
  /** Clockwise degrees the page has to be turned by until its words stand upright. */
  turn: 0 | 90 | 180 | 270;
  /** Radians it is askew besides, clockwise. */
  skew: number;
  /** Of all words on the mean, per cent. */
  certainty: number;
  /** Places are those of the page turned upright and straight about its middle; its size changes sides with the turn. */
  lines: RecognisedLine[];
}

export interface RecognisedLine {
  /** Height of its letters, and where they stand. */
  size: number;
  base: number;
  words: [text: string, x: number, y: number, width: number, height: number, certainty: number][];
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
