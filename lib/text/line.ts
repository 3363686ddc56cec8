import { z } from "zod";

/** Characters that cannot be seen, cannot be stored, or turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in a text
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
/** As above, but for what parts the lines of a longer text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in a text
const UNSEEN_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** One line of visible text. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, "tooLong")
    .refine((text) => !UNSEEN.test(text), "characters");

/** Visible text of several lines. */
export const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max, "tooLong")
    .refine((text) => !UNSEEN_IN_LINES.test(text), "characters");
