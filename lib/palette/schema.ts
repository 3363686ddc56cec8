import { z } from "zod";
import { identifier, keyword } from "@/lib/text/line";
import { PALETTE_WORDS_MAX } from "./limits";

/** Without words: what was used last. */
export const paletteQuery = z.strictObject({ keyword: keyword(PALETTE_WORDS_MAX) });

/** Kinds with commas between: what the composer can take. */
export const mentionQuery = z.strictObject({
  sign: z.enum(["/", "@"]),
  kinds: identifier(200).transform((kinds) => kinds.split(",").filter(Boolean)),
  keyword: keyword(PALETTE_WORDS_MAX),
});
export type MentionQuery = z.infer<typeof mentionQuery>;
