import type { DocumentFormat } from "@/db/schema/documents";
import type { OutlineEntry, Part, PieceEntry, Warning } from "./types";

/** What the reader shows of a file version (`GET /api/reader/[versionId]`). */
export interface ReaderDocumentDto {
  versionId: string;
  fileId: string;
  fileName: string;
  format: DocumentFormat;
  /** Bytes. */
  size: number;
  title: string;
  language: string | null;
  parser: number;
  characters: number;
  parts: Part[];
  outline: OutlineEntry[];
  pieces: PieceEntry[];
  warnings: Warning[];
  /** Set when the file has a newer version (spec D5). */
  replacedBy: { versionId: string } | null;
}

/** A hit of the search inside a document. */
export interface ReaderHitDto {
  from: number;
  to: number;
  part: number;
  /** Words before and after, for the list. */
  before: string;
  after: string;
}
