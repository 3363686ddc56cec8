import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { partDto } from "@/lib/parsing/dto";

/** Where a quote stands, in words people know. */
const citationPlace = z.strictObject({
  kind: partDto.shape.kind,
  /** Page, slide or sheet from 1. */
  part: z.int(),
  /** Name of a sheet. */
  name: z.string().optional(),
  /** Cell of a sheet: `C12`. */
  cell: z.string().optional(),
  /** Paragraph from 1, where there are no pages. */
  paragraph: z.int().optional(),
});
export type CitationPlace = z.infer<typeof citationPlace>;

/** Part, then x, y, width, height in points of the page as shown, origin top left. */
const citationRect = z.tuple([z.int(), z.number(), z.number(), z.number(), z.number()]);
export type CitationRect = z.infer<typeof citationRect>;

/** Why a sentence is not borne out: words its passage does not say, a quotation it does not have, a denial on one side only. */
export const doubtDto = z.strictObject({ kind: z.enum(["word", "quotation", "denial"]), text: z.string() });
export type Doubt = z.infer<typeof doubtDto>;

/** A quote nobody has to trust: it names the version, the place and the very words (spec D1). Used by every area. */
export const citationDto = z
  .strictObject({
    /** In its answer, from 1: the mark `[^c<id>]` in the text. */
    id: z.int(),
    /** Shown to people; marks of the same words share it. */
    number: z.int(),
    fileId: z.uuid(),
    versionId: z.uuid(),
    fileName: z.string(),
    format: z.enum(DOCUMENT_FORMATS),
    /** Of the parser that gave the offsets. */
    parser: z.int(),
    place: citationPlace,
    /** Range in the version's text, UTF-16 units; `from === to` when the words were not found (spec D3). */
    from: z.int(),
    to: z.int(),
    rects: z.array(citationRect).optional(),
    /** The words as the document has them. Empty when nothing was found. */
    quote: z.string(),
    /** SHA-256 hex of the quote without white space. */
    quoteHash: z.string(),
    /** The picture that is cited, and what a model sees in it: its words stand nowhere in the version. */
    picture: z.strictObject({ name: z.string(), text: z.string() }).optional(),
    /** Whether the sentence before the mark is borne out by the quote (spec D6); null: not judged. */
    supported: z.boolean().nullable(),
    /** Some of the words were recognised in a picture, with little certainty. */
    unsure: z.literal(true).optional(),
    /** What is not borne out, where words told it. */
    doubts: z.array(doubtDto).optional(),
  })
  .meta({ id: "Citation" });
export type Citation = z.infer<typeof citationDto>;

const replacedBy = z.strictObject({ versionId: z.uuid() }).nullable();

/**
 * What a citation is worth now. `exact`: the words stand where they stood. `moved`: the version was read anew and has them
 * at another place, once. `lost`: they are not there, nothing may be marked (spec D3). `reading`: the version is being read
 * again, nobody can say yet. `replaced` goes with exact or moved and
 * names the newer version (spec D5). `gone`: deleted, or no right to read any more; title and words are hidden.
 */
export const resolvedCitationDto = z.discriminatedUnion("state", [
  z.strictObject({
    state: z.enum(["exact", "moved"]),
    versionId: z.uuid(),
    fileName: z.string(),
    place: citationPlace,
    from: z.int(),
    to: z.int(),
    rects: z.array(citationRect),
    replacedBy,
  }),
  z.strictObject({ state: z.enum(["lost", "reading"]), versionId: z.uuid(), fileName: z.string(), replacedBy }),
  z.strictObject({ state: z.literal("gone") }),
]);
export type ResolvedCitation = z.infer<typeof resolvedCitationDto>;
