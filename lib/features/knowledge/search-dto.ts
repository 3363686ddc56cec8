import { z } from "zod";
import { DOCUMENT_FORMATS } from "@/db/schema/parsing";
import { FILE_KINDS } from "@/lib/config/knowledge-kinds";
import { foundQaDto } from "./qa-dto";

/** A stretch of a text, UTF-16 units. */
const range = z.strictObject({ from: z.int(), to: z.int() });

const foundSliceDto = z.strictObject({
  sliceId: z.uuid(),
  /** Page, slide or sheet it begins on. */
  part: z.int(),
  heading: z.string(),
  /** Its place in the version's text. */
  from: z.int(),
  to: z.int(),
  /** Name of the picture of the version that its words describe. */
  picture: z.string().nullable(),
  /** The words around what was found. */
  excerpt: z.string(),
  /** Words found, in the excerpt. */
  marks: z.array(range),
  /** Words found, in the version's text; empty where the slice does not say its very words. */
  places: z.array(range),
});
export type FoundSliceDto = z.infer<typeof foundSliceDto>;

const foundFileDto = z.strictObject({
  id: z.uuid(),
  versionId: z.uuid(),
  name: z.string(),
  /** Words found in its name. */
  marks: z.array(range),
  format: z.enum(DOCUMENT_FORMATS),
  tags: z.array(z.string()),
  baseId: z.uuid(),
  baseName: z.string(),
  ownerName: z.string().nullable(),
  updatedAt: z.iso.datetime(),
  /** Out of its days: not used for answers. */
  isExpired: z.boolean(),
  /** Best first; none where only its name was found. */
  slices: z.array(foundSliceDto),
});
export type FoundFileDto = z.infer<typeof foundFileDto>;

const named = z.strictObject({ id: z.string(), name: z.string(), count: z.int() });

export const searchDto = z.strictObject({
  /** The pair of question and answer that answers what is searched for, before everything else. */
  qa: foundQaDto.nullable(),
  /** Best first. */
  files: z.array(foundFileDto),
  /** How many places each choice would leave, most first; what is chosen is always among them. */
  facets: z.strictObject({
    bases: z.array(named),
    kinds: z.array(z.strictObject({ id: z.enum(FILE_KINDS), count: z.int() })),
    tags: z.array(named),
    owners: z.array(named),
    expired: z.int(),
  }),
  /** Slices in all. */
  slices: z.int(),
  /** There may be more than what is shown. */
  isCut: z.boolean(),
  /** Nothing was compared by meaning: no embedding model answered. */
  isByWords: z.boolean(),
  ms: z.int(),
});
export type SearchDto = z.infer<typeof searchDto>;
