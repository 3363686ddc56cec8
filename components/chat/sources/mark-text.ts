import type { Citation } from "@/lib/citations/dto";

/** A run of marks as the stream and the stored text have them, with the white space before. */
export const MARKS = /[ \t]*\[\^c\d+\](?:[ \t]*\[\^c\d+\])*/g;
export const MARK_ID = /\[\^c(\d+)\]/g;
/** What may be the beginning of a mark at the end of a text that is still arriving. */
const BEGUN = /[ \t]*\[(?:\^(?:c\d*)?)?$/;

export const withoutBegunMark = (text: string) => text.replace(BEGUN, "");

/** The text without its marks. */
export const withoutMarks = (text: string) => text.replace(MARKS, "");

/** The text as it goes to the clipboard: `[2]` where a reader sees the number. */
export function withNumbers(text: string, citations: readonly Citation[]): string {
  if (!text.includes("[^c")) return text;
  return text.replace(MARK_ID, (_, id: string) => {
    const citation = citations.find((each) => each.id === Number(id));
    return citation ? `[${citation.number}]` : "";
  });
}
