import { z } from "zod";
import { storable } from "./storable";
import { seen, UNSEEN, visibleLine } from "./visible";

// @exempt text: the schemas themselves

/*
 * Schemas of the text that people and programs send, named by what the text is for. Every door takes its texts through
 * them (a structure test looks), so none meets a NUL, half a surrogate pair or a text that turns what follows it round.
 */

/** Like UNSEEN, but for what parts the lines of a longer text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in a text
const UNSEEN_IN_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/;
const CONTROL = /\p{Cc}/u;

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

/** One line of visible text: names, titles. */
export const line = (max: number) =>
  z
    .string()
    .overwrite((text) => seen(text.trim()))
    .max(max, "tooLong")
    .refine((text) => !UNSEEN.test(text) && text.isWellFormed(), "characters");

/** Visible text of several lines: descriptions, notes. */
export const lines = (max: number) =>
  z
    .string()
    .overwrite((text) => seen(text.trim()))
    .max(max, "tooLong")
    .refine((text) => !UNSEEN_IN_LINES.test(text) && text.isWellFormed(), "characters");

/** Long text as it was pasted: what cannot be stored is replaced, nothing is refused, blanks stay. */
export const prose = (max: number) =>
  z
    .string()
    .overwrite((text) => seen(storable(text)))
    .max(max, "tooLong");

/** Words to search for: what nobody could have meant is taken out. */
export const searchWords = (max: number) =>
  z
    .string()
    .overwrite((text) => visibleLine(text, " "))
    .max(max, "tooLong");

/** Search words of a list; without any the whole list is meant. */
export const keyword = (max: number) =>
  searchWords(max)
    .optional()
    .transform((text) => text || undefined);

/** Text of which every character counts, blanks too: what parts a text, for example. */
export const verbatim = (max: number) => z.string().max(max, "tooLong").refine(isStorable, "characters");

/** Passwords and keys: exactly as they are. */
export const secret = verbatim;

/** What programs call things, tokens and codes: exactly as they are, on one line. Whether it names anything is told later. */
export const identifier = (max: number) =>
  z
    .string()
    .max(max, "tooLong")
    .refine((text) => !CONTROL.test(text) && text.isWellFormed(), "characters");

/** An absolute address. `URL` takes NUL and half a pair in a path, the database does not. */
export const webAddress = (max: number, protocol = /^https?$/) =>
  z.url({ protocol, error: "url" }).max(max, "tooLong").refine(isStorable, "url");

/** Text we stored ourselves, as state of long work for example: it came through a door before, and no caller sends it. */
export const keptText = z.string();
