import { z } from "zod";
import { identifier, prose } from "@/lib/text/line";

/** Citations of an answer that are looked at in one call. */
export const RESOLVE_MAX = 100;
/** Characters of a quote; ours are some sentences. */
const QUOTE_MAX = 10_000;
const OFFSET_MAX = 2 ** 31 - 1;

const offset = z.number().int().min(0).max(OFFSET_MAX);

/** What is taken of a citation that somebody asks about; all else in it is told anew by the server. */
export const storedCitation = z.object({
  versionId: z.uuid(),
  parser: z.number().int().min(0).max(OFFSET_MAX),
  from: offset,
  to: offset,
  quote: prose(QUOTE_MAX),
  /** Empty where the words are no longer given out (./gone.ts). */
  quoteHash: identifier(64).regex(/^(?:[0-9a-f]{64})?$/),
  picture: z.object({ name: identifier(70) }).optional(),
});

export const resolveRequest = z.object({ citations: z.array(storedCitation).max(RESOLVE_MAX) });
