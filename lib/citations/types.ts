import type { DocumentFormat } from "@/db/schema/documents";
import type { Part } from "@/lib/parsing/types";

/** Where a quote stands, in words people know. */
export interface CitationPlace {
  kind: Part["kind"];
  /** Page, slide or sheet from 1. */
  part: number;
  /** Name of a sheet. */
  name?: string;
  /** Cell of a sheet: `C12`. */
  cell?: string;
  /** Paragraph from 1, where there are no pages. */
  paragraph?: number;
}

/** Part, then x, y, width, height in points of the page as shown, origin top left. */
export type CitationRect = [part: number, x: number, y: number, width: number, height: number];

/** A quote nobody has to trust: it names the version, the place and the very words (spec D1). Used by every area. */
export interface Citation {
  /** In its answer, from 1: the mark `[^c<id>]` in the text. */
  id: number;
  /** Shown to people; marks of one passage share it. */
  number: number;
  fileId: string;
  versionId: string;
  fileName: string;
  format: DocumentFormat;
  /** Of the parser that gave the offsets. */
  parser: number;
  place: CitationPlace;
  /** Range in the version's text, UTF-16 units; `from === to` when the words were not found (spec D3). */
  from: number;
  to: number;
  rects?: CitationRect[];
  /** The words as the document has them. Empty when nothing was found. */
  quote: string;
  /** SHA-256 hex of the quote without white space. */
  quoteHash: string;
  /** Whether the sentence before the mark is borne out by the quote (spec D6); null: not judged. */
  supported: boolean | null;
}

/**
 * What a citation is worth now. `exact`: the words stand where they stood. `moved`: the version was read anew and has them
 * at another place, once. `lost`: they are not there, nothing may be marked (spec D3). `reading`: the version is being read
 * again, nobody can say yet. `replaced` goes with exact or moved and
 * names the newer version (spec D5). `gone`: deleted, or no right to read any more; title and words are hidden.
 */
export type ResolvedCitation =
  | {
      state: "exact" | "moved";
      versionId: string;
      fileName: string;
      place: CitationPlace;
      from: number;
      to: number;
      rects: CitationRect[];
      replacedBy: { versionId: string } | null;
    }
  | { state: "lost" | "reading"; versionId: string; fileName: string; replacedBy: { versionId: string } | null }
  | { state: "gone" };
