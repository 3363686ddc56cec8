import type { Locator } from "./locate";

/** Words between quotation marks or in the marks of a title; shorter ones in straight marks are inches or irony. */
const QUOTED =
  /["“„]([^"“”„]{2,400})["”]|(?<![\p{L}\p{N}])‘([^‘’]{2,400})’(?!\p{L})|「([^「」]{2,400})」|『([^『』]{2,400})』|«([^«»]{2,400})»|《([^《》]{2,200})》/gu;
/** A quotation may leave something out. */
const LEFT_OUT = /\s*(?:\[?(?:\.{3,}|…+)\]?|\[[^\]]{0,40}\])\s*/u;
/** The sentence's own marks, moved before the closing quotation mark. */
const EDGES = /^[\s,.;:!?，。；：！？、]+|[\s,.;:!?，。；：！？、]+$/gu;

/** What a sentence gives as somebody else's words, without the quotation marks and the sentence's own marks within them. */
export function quotationsOf(sentence: string): string[] {
  return quotedTexts(sentence).map(withoutEdges);
}

/** The same with all that stands between the quotation marks. */
export function quotedTexts(sentence: string): string[] {
  return [...sentence.matchAll(QUOTED)]
    .map((match) => match.slice(1).find((words) => words !== undefined) ?? "")
    .filter((words) => withoutEdges(words).length >= 2);
}

export const withoutEdges = (words: string) => words.replace(EDGES, "");

/** The sentence without some of what it quotes. */
export function withoutQuotations(sentence: string, some?: ReadonlySet<string>): string {
  return sentence.replace(QUOTED, (whole) =>
    some && !quotationsOf(whole).some((words) => some.has(words)) ? whole : " ",
  );
}

/** Whether words stand in a text one by one, but for white space, widths, case and what the quotation says it leaves out. */
export function standsIn(words: string, locator: Locator): boolean {
  const parts = words
    .split(LEFT_OUT)
    .map(withoutEdges)
    .filter((part) => part.length >= 2);
  return parts.length > 0 && parts.every((part) => locator.places(part).length > 0);
}
