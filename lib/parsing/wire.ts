import type { DocumentFormat } from "@/db/schema/parsing";
import type { ErrorKey } from "@/lib/errors/errors";
import type { Box, ParsedIndex, RecognisedPage } from "./types";

// What goes between the process that reads files (`worker/main.ts`) and the one that started it (`pool.ts`).

/** Why a file is not read: all that a child may say. */
export const PARSE_FAILURES = [
  "documentBroken",
  "documentEmpty",
  "documentEncrypted",
  "documentHostile",
  "documentMemory",
  "documentOldFormat",
  "documentScanned",
  "documentTimeout",
  "documentTooBig",
] as const satisfies readonly ErrorKey[];

export type ParseFailureKey = (typeof PARSE_FAILURES)[number];

/** What the reader of a format is told besides. */
export interface ParseOptions {
  /** The bytes of a text (html, Markdown, plain) that lies in no file. */
  bytes?: Uint8Array;
  /** Text of pages by their number, as a model saw it (spec D7). */
  pageTexts?: Readonly<Record<number, string>>;
  /** Pages by their number as a model read them anew, in Markdown: it takes the place of their own words (spec F10). */
  pageMarkdown?: Readonly<Record<number, string>>;
  /** A page that only shows a picture is refused (documentScanned), however few there are: what they say is recognised. */
  wantsScans?: boolean;
  /** Words of such pages by their number; null where that failed. */
  recognised?: Readonly<Record<number, RecognisedPage | null>>;
  /** The encoding a person chose for a text. */
  encoding?: string;
  /** Pictures of a pdf that were cut out of its pages. */
  pictures?: readonly CutOut[];
  /** What people here write, BCP 47: of two likely readings of a text theirs is taken. */
  language?: string;
}

/** A picture of a page, kept under a name; its place is in per cent of the page as shown. */
export interface CutOut {
  name: string;
  mediaType: string;
  page: number;
  box: Box;
  /** Pixels. */
  width: number;
  height: number;
}

interface FileTask {
  /** A file in `temporaryFolder()`. */
  path: string;
  format: DocumentFormat;
}

export interface ParseTask extends FileTask {
  type: "parse";
  options: ParseOptions;
}

export interface InspectTask extends FileTask {
  type: "inspect";
}

/** Pages from one number to another as pictures. */
export interface RenderTask extends FileTask {
  type: "render";
  from: number;
  to: number;
}

/** Words of some pages that only show a picture, one page after the other. */
export interface RecogniseTask extends FileTask {
  type: "recognise";
  pages: number[];
}

/** The pictures on the pages of a pdf, as they are drawn there. */
export interface CutTask extends FileTask {
  type: "cut";
}

/** Language of the words that say a picture was generated. */
export type PictureLabel = "zh_CN" | "en_US";

/** A picture in other forms; `side`: pixels of the longer side at most. */
export interface ConvertTask extends FileTask {
  type: "convert";
  wanted: readonly { side?: number; format: "png" | "jpeg" | "webp"; label?: PictureLabel }[];
}

export type ChildTask = ParseTask | InspectTask | RenderTask | RecogniseTask | CutTask | ConvertTask;

/** What a child is told: a task, or that its last piece, image or page has been taken. */
export type ParentMessage = ChildTask | { type: "ack" };

/** What a child finds out; the parent adds its version. */
export type FoundIndex = Omit<ParsedIndex, "parser">;

/** Fields of the answer to each kind of task. */
export interface ChildAnswers {
  /** `FoundIndex` as gzip JSON. */
  parse: { index: Uint8Array };
  /** `pages` of a pdf. */
  inspect: { isScanned: boolean; pages?: number };
  render: object;
  recognise: object;
  /** Those that were not cut out. */
  cut: NonNullable<ParsedIndex["lookedThrough"]>;
  /** Pixels of the picture as it came. */
  convert: { width: number; height: number };
}

/** What a child says while it works; `done` or `failed` is the last line of a task. */
export type ChildMessage =
  | { type: "ready" }
  | { type: "progress"; done: number; total: number }
  | { type: "piece"; number: number; bytes: Uint8Array }
  | { type: "image"; name: string; bytes: Uint8Array }
  | { type: "page"; number: number; bytes: Uint8Array }
  | ({ type: "cutOut"; bytes: Uint8Array } & Omit<CutOut, "name" | "mediaType">)
  /** No page: nothing is recognised, because it has words of its own or because it failed. */
  | { type: "recognised"; number: number; page: RecognisedPage | null; isFailed?: true }
  | ({ type: "done" } & ChildAnswers[ChildTask["type"]])
  | { type: "failed"; error: ParseFailureKey; detail?: string };
