/** A run of marks as the stream and the stored text have them, with the white space before. */
export const MARKS = /[ \t]*\[\^c\d+\](?:[ \t]*\[\^c\d+\])*/g;
export const MARK_ID = /\[\^c(\d+)\]/g;
/** What may be the beginning of a mark at the end of a text that is still arriving. */
const BEGUN = /[ \t]*\[(?:\^(?:c\d*)?)?$/;

export const withoutBegunMark = (text: string) => text.replace(BEGUN, "");

/** The text without its marks. */
export const withoutMarks = (text: string) => text.replace(MARKS, "");

/** The mark of a sentence nothing bears out; those of citations begin at 1. */
export const UNCITED_MARK = 0;

const MARKED = /^[ \t]*\[\^c\d/;

/** The text with a mark behind each of some sentences, which stand in it in this order. */
export function withUncitedMarks(text: string, uncited: readonly string[]): string {
  let [marked, at] = ["", 0];
  for (const sentence of uncited) {
    let found = text.indexOf(sentence, at);
    // The same words with a citation are another sentence.
    while (found >= 0 && MARKED.test(text.slice(found + sentence.length))) found = text.indexOf(sentence, found + 1);
    if (found < 0) continue;
    const end = found + sentence.length;
    marked += `${text.slice(at, end)}[^c${UNCITED_MARK}]`;
    at = end;
  }
  return marked + text.slice(at);
}
