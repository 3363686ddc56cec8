import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { outlineEntryDto, partDto, pieceEntryDto, warningDto } from "./dto";

/** What the reader shows of a file version (`GET /api/reader/[versionId]`). */
export const readerDocumentDto = z.strictObject({
  versionId: z.uuid(),
  fileId: z.uuid(),
  fileName: z.string(),
  format: z.enum(DOCUMENT_FORMATS),
  /** Bytes. */
  size: z.int(),
  title: z.string(),
  /** BCP 47 of most of the text; null when there is too little. */
  language: z.string().nullable(),
  parser: z.int(),
  characters: z.int(),
  parts: z.array(partDto),
  outline: z.array(outlineEntryDto),
  /** In order, without gaps: together they cover the text. */
  pieces: z.array(pieceEntryDto),
  warnings: z.array(warningDto),
  /** Of a snapshot of a web page (spec C4); null for other files. */
  web: z
    .strictObject({
      address: z.string(),
      takenAt: z.iso.datetime(),
      /** Of its bytes, SHA-256. */
      hash: z.string(),
    })
    .nullable(),
  /** Set when the file has a newer version (spec D5). */
  replacedBy: z.strictObject({ versionId: z.uuid() }).nullable(),
});
export type ReaderDocumentDto = z.infer<typeof readerDocumentDto>;

/** A hit of the search inside a document. */
export const readerHitDto = z.strictObject({
  from: z.int(),
  to: z.int(),
  part: z.int(),
  /** Words before and after, for the list. */
  before: z.string(),
  after: z.string(),
});
export type ReaderHitDto = z.infer<typeof readerHitDto>;
