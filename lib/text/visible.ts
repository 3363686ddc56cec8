import { cut, storable } from "./storable";

/** Characters that cannot be seen, cannot be stored, or turn the direction of what follows. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be in a text
export const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
const ALL_UNSEEN = new RegExp(UNSEEN.source, "g");
/** Blanks, joiners, fillers and marks without a glyph of their own. Beside a letter they are right, alone they are nothing. */
const NOTHING_VISIBLE = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** The text itself, or an empty one where nothing in it can be seen. */
export function seen(text: string): string {
  return NOTHING_VISIBLE.test(text) ? "" : text;
}

/** One visible line of a text; `instead` takes the place of what cannot be seen. */
export function visibleLine(text: string, instead: string): string {
  return seen(storable(text.replace(ALL_UNSEEN, instead)).trim());
}

/** The search words in an address of ours; another value than a text is none. */
export function askedWords(value: unknown, max = 120): string {
  return typeof value === "string" ? cut(visibleLine(value, " "), max) : "";
}
