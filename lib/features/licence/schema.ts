import { z } from "zod";
import { lines } from "@/lib/text/line";

/** Characters of a licence's text; lib/licence/format.ts takes no more. */
export const LICENCE_TEXT_MAX = 4096;

export const licenceText = z.strictObject({
  text: lines(LICENCE_TEXT_MAX).min(1, "required"),
});
