import { z } from "zod";

/** Characters of a licence's text; lib/licence/format.ts takes no more. */
export const LICENCE_TEXT_MAX = 4096;

export const licenceText = z.strictObject({
  text: z.string("required").trim().min(1, "required").max(LICENCE_TEXT_MAX, "tooLong"),
});
export type LicenceText = z.infer<typeof licenceText>;
