import { z } from "zod";
import { revised } from "@/lib/editing/schema";
import { identifier, keyword, lines, prose } from "@/lib/text/line";

/** Characters of a version in one language, and of what is said about its changes. */
export const TERMS_MAX = 100_000;
export const TERMS_NOTE_MAX = 500;
/** Versions there can be; each is kept for good. */
export const TERMS_VERSIONS_MAX = 500;

const markdown = prose(TERMS_MAX).trim().min(1, "required");
const note = lines(TERMS_NOTE_MAX);

/** A draft, as it is written; also the form. */
export const termsDraft = z.strictObject({ markdownZh: markdown, markdownEn: markdown, noteZh: note, noteEn: note });
export type TermsDraft = z.infer<typeof termsDraft>;
export const termsPatch = termsDraft.extend(revised);
export type TermsPatch = z.infer<typeof termsPatch>;

/** `updatedAt` of the draft that was read: somebody else's change in between is not published unseen. */
export const termsPublish = z.strictObject({ mustAccept: z.boolean(), updatedAt: z.iso.datetime() });
export type TermsPublish = z.infer<typeof termsPublish>;

export const acceptanceQuery = z.object({
  keyword: keyword(120),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  /** The last row's time and person. */
  cursor: identifier(80)
    .regex(/^[\d :.+-]{10,40}_[0-9a-f-]{36}$/)
    .optional(),
});
export type AcceptanceQuery = z.infer<typeof acceptanceQuery>;

export const acceptanceExport = z.object({ keyword: keyword(120), format: z.enum(["csv", "xlsx"]).default("xlsx") });
export type AcceptanceExport = z.infer<typeof acceptanceExport>;
