import { z } from "zod";
import { PARSE_STATUS } from "@/db/schema/parsing";
import { errorKey } from "@/lib/errors/key";
import { ENCODINGS } from "@/lib/text/encoding/names";

const offset = z.int().min(0);

/** A page, slide or sheet; a flowing document has one section. */
export const partDto = z.strictObject({
  kind: z.enum(["page", "slide", "sheet", "section"]),
  /** From 1. */
  number: z.int().min(1),
  /** Name of a sheet, label of a page where it differs from the number. */
  name: z.string().optional(),
  from: offset,
  to: offset,
  /** Points at scale 1, after rotation; absent for sections and sheets. */
  width: z.number().optional(),
  height: z.number().optional(),
  /** Clockwise degrees the page is shown with. */
  rotation: z.literal([0, 90, 180, 270]).optional(),
  /** Its words were recognised in a picture: how sure the machine is of them on the mean, per cent. */
  certainty: z.int().min(0).max(100).optional(),
  /** Its words are those of a model that saw it. */
  seen: z.literal(true).optional(),
});
export type Part = z.infer<typeof partDto>;

export const outlineEntryDto = z.strictObject({
  title: z.string(),
  /** 1 is the outermost. */
  level: z.int().min(1),
  from: offset,
});
export type OutlineEntry = z.infer<typeof outlineEntryDto>;

export const pieceEntryDto = z.strictObject({
  number: z.int().min(0),
  from: offset,
  to: offset,
  /** Numbers of the first and last part it touches. */
  part: z.int(),
  partTo: z.int(),
});
export type PieceEntry = z.infer<typeof pieceEntryDto>;

export const warningDto = z.strictObject({
  kind: z.enum([
    "hiddenText",
    "deletedText",
    "macros",
    "externalContent",
    "embeddedObjects",
    "media",
    "pictures",
    "charts",
    "scannedPages",
    "unrecognisedPages",
    "truncatedCells",
    "unreadablePart",
  ]),
  /** How many; 1 where counting makes no sense. */
  count: z.int(),
});
export type Warning = z.infer<typeof warningDto>;

export const foundEncodingDto = z.strictObject({
  /** The encoding a text was read in. */
  name: z.string(),
  /** Chosen by a person, named by the file, or far more likely than any other. */
  isCertain: z.boolean(),
  /** What the likeliest encodings make of the first lines; empty where there is nothing to choose. */
  readings: z.array(z.strictObject({ encoding: z.string(), preview: z.string() })),
});
export type FoundEncoding = z.infer<typeof foundEncodingDto>;

/** The encoding a text is to be read in. */
export const chosenEncoding = z.strictObject({ encoding: z.enum(ENCODINGS) });

/** Why a file is not read; `stage` is where it is taken up again. */
const parseFailureDto = z.strictObject({
  stage: z.enum(["parsing", "segmenting", "building"]),
  error: errorKey,
});
export type ParseFailure = z.infer<typeof parseFailureDto>;

/** State of a file version as people see it. */
export const parseStateDto = z.strictObject({
  status: z.enum(PARSE_STATUS),
  /** Per cent of the stage under way. */
  progress: z.number(),
  failure: parseFailureDto.nullable(),
  parts: z.int(),
  partKind: partDto.shape.kind.nullable(),
  characters: z.int(),
  warnings: z.array(warningDto),
  /** Of texts, once they were read. */
  encoding: foundEncodingDto.optional(),
});
export type ParseStateDto = z.infer<typeof parseStateDto>;

/** Per cent of the slide, origin top left. */
const box = z.strictObject({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Box = z.infer<typeof box>;

const yes = z.literal(true).optional();

const styledRun = z.strictObject({
  from: offset,
  to: offset,
  /** Number of the run in its paragraph from 1 (docx). */
  run: z.int().optional(),
  bold: yes,
  italic: yes,
  underline: yes,
  strike: yes,
  code: yes,
  script: z.enum(["super", "sub"]).optional(),
  /** Points. */
  size: z.number().optional(),
  /** `#rrggbb`. */
  color: z.string().optional(),
  /** http, https or mailto only. */
  link: z.string().optional(),
  /** Put onto the page later: the value of a form field, text typed onto it (pdf). */
  filled: yes,
  /** Recognised in a picture, and as likely as not wrong. */
  unsure: yes,
});
export type StyledRun = z.infer<typeof styledRun>;

const textBlock = z.strictObject({
  kind: z.enum([
    "heading",
    "paragraph",
    "listItem",
    "quote",
    "code",
    /** What is said about a slide. */
    "note",
    /** At the place it is referred to; `marker` is its number. */
    "footnote",
    /** What somebody remarked, after the words it is about. */
    "comment",
    /** What a chart is called; the table after it holds its values. */
    "chart",
    "header",
    "footer",
  ]),
  from: offset,
  to: offset,
  part: z.int(),
  /** Headings 1 to 6; depth of a list item from 1. */
  level: z.int().optional(),
  /** What stands before a list item or a footnote: `•`, `1.`. Not part of the text. */
  marker: z.string().optional(),
  /** Number of the paragraph in the file from 1 (docx, md, txt, html). */
  paragraph: z.int().optional(),
  align: z.enum(["left", "center", "right", "justify"]).optional(),
  direction: z.literal("rtl").optional(),
  /** Of a comment: it answers the one before, the matter is settled. */
  reply: yes,
  resolved: yes,
  /** Sheets: the cell it is anchored to, `C12`. */
  cell: z.string().optional(),
  /** Only where a run differs from plain. */
  runs: z.array(styledRun).optional(),
  /** Slides: where it stands. */
  box: box.optional(),
});
export type TextBlock = z.infer<typeof textBlock>;

const tableCell = z.strictObject({
  row: z.int(),
  column: z.int(),
  rowSpan: z.int().optional(),
  columnSpan: z.int().optional(),
  from: offset,
  to: offset,
  bold: yes,
  /** The value of a form field (pdf). */
  filled: yes,
  /** Some of its words are (see runs). */
  unsure: yes,
  align: z.enum(["left", "center", "right"]).optional(),
});
export type TableCell = z.infer<typeof tableCell>;

const tableBlock = z.strictObject({
  kind: z.literal("table"),
  from: offset,
  to: offset,
  part: z.int(),
  rows: z.int(),
  columns: z.int(),
  /** Rows at the top that name the columns. */
  headerRows: z.int(),
  cells: z.array(tableCell),
  /** Relative widths of the columns. */
  widths: z.array(z.number()).optional(),
  /** The values of a chart, no table of the document. */
  chart: yes,
  box: box.optional(),
});
export type TableBlock = z.infer<typeof tableBlock>;

const imageBlock = z.strictObject({
  kind: z.literal("image"),
  from: offset,
  to: offset,
  part: z.int(),
  image: z.string(),
  box: box.optional(),
  alt: z.string().optional(),
});

const blockDto = z.discriminatedUnion("kind", [textBlock, tableBlock, imageBlock]);
export type Block = z.infer<typeof blockDto>;

/** Places of a page's text. A run is one text item of pdf.js; a range inside one is cut by the reader. */
const pageLayout = z.strictObject({
  part: z.int(),
  /** Per run: index of the item in pdf.js' `getTextContent` (entries without `str` are not counted; -1 for what is no item, such as the value of a field or a recognised word), from, to, x, y, width, height. Points, origin top left, page as shown. */
  runs: z.array(z.tuple([z.int(), offset, offset, z.number(), z.number(), z.number(), z.number()])),
});
export type PageLayout = z.infer<typeof pageLayout>;

/** A stretch of the document as it lies in the file store and goes to the reader. */
export const pieceDto = z.strictObject({
  number: z.int().min(0),
  from: offset,
  to: offset,
  text: z.string(),
  blocks: z.array(blockDto),
  /** Pdf and recognised pictures: where each run of the pages stands. */
  layout: z.array(pageLayout).optional(),
});
export type Piece = z.infer<typeof pieceDto>;
