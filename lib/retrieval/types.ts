import { z } from "zod";
import type { RetrievalMode } from "@/lib/config/knowledge-retrieval";
import type { WholeCallInput } from "@/lib/models/calls";
import { keptText } from "@/lib/text/line";

/** ARCHITECTURE 9. Lengths in tokens of the one tokenizer. */
export const segmentationSchema = z.strictObject({
  mode: z.enum(["single", "multi", "separator", "none"]),
  maxTokens: z.number(),
  overlap: z.number(),
  /** Of the small slices that are searched, in mode multi. */
  childTokens: z.number().optional(),
  /** Of mode separator: a text ends the slice it stands in, what a regular expression finds begins the next one. */
  separators: z.array(z.strictObject({ text: keptText, regex: z.boolean().optional() })).optional(),
  /** Each row of a table is a slice of its own, with the names of its columns among its headings; not in mode none. */
  rows: z.boolean().optional(),
});
export type Segmentation = z.infer<typeof segmentationSchema>;

/** A stretch of a version's text that can be found. Offsets as in `ParsedIndex`. */
export interface NewSlice {
  from: number;
  to: number;
  part: number;
  partTo: number;
  /** Headings above it, ` › ` between them. */
  heading: string;
  text: string;
  tokens: number;
  /** Mode multi: number of the large slice it is part of, from 1 (spec 3: the parent answers, the child is found). */
  parent?: number | null;
  /** Its last sentence goes on in the next one. */
  isCut?: true;
}

/** What became of a version's pictures where they are to be found by words (spec F11), in numbers of pictures. */
export const pictureFacts = z.strictObject({
  /** Described them; null: there was none. */
  modelId: z.uuid().nullable(),
  described: z.int(),
  /** Icons and rules. */
  small: z.int(),
  /** Those that stand on every page. */
  repeated: z.int(),
  /** Whole pages, whose words are read as text. */
  pages: z.int(),
  /** The model saw nothing in them that says anything. */
  silent: z.int(),
  /** The model took none of their description on. */
  refused: z.int(),
  /** More than are described of one file. */
  over: z.int(),
  /** There is no model that sees. */
  waiting: z.int(),
  /** The file was read by a base that wants no pictures: its pages were not looked through for them. */
  isUnseen: z.literal(true).optional(),
});
export type PictureFacts = z.infer<typeof pictureFacts>;

/** A ready set, as far as words are searched in it. */
export interface SearchedSet {
  id: string;
  sliceCount: number;
  /** Of its words in memory; 0 where they are still to be made. */
  wordBytes: number;
  /** Another one after each change by hand. */
  revision: number;
  /** Its words are in the index of the database too. */
  isIndexed: boolean;
}

/** Whose use the calls of models for a search are, and who is told what they cost. */
export interface SearchCalls extends Pick<WholeCallInput, "sessionId" | "onCost"> {
  /** Which app's use it is. */
  app: string;
}

export interface SearchRequest extends SearchCalls {
  /** Slice sets that are searched; the caller has checked the right to read them. */
  setIds: readonly string[];
  query: string;
  /** Hits at most. */
  topK: number;
  /** ARCHITECTURE 9: recall mode. */
  mode: RetrievalMode | "lexical";
}

export interface SearchHit {
  sliceId: string;
  setId: string;
  versionId: string;
  ordinal: number;
  from: number;
  to: number;
  part: number;
  partTo: number;
  heading: string;
  text: string;
  /** A person changed its words: they are not those of the version at its place. */
  isEdited: boolean;
  /** Mode multi: number of the large slice it is part of. */
  parent: number | null;
  /** Name of the version's picture its words describe. */
  picture: string | null;
  /** By which the list is ordered, 0 to 1. */
  score: number;
  scores: { vector?: number; lexical?: number; rerank?: number };
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** Milliseconds of each step. */
  timings: { lexical: number; vector: number; fuse: number };
}
