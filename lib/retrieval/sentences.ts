/** A stretch of a text. */
export interface Span {
  from: number;
  to: number;
}

const CLOSERS = "[\"'”’」』）)\\]】》]*";
/** Ends of sentences: Chinese marks and !? anywhere, a full stop only before white space, a line break. */
const END = new RegExp(`[。！？!?…｡]+${CLOSERS}|\\.${CLOSERS}(?=\\s|$)|[\\r\\n\\u2028\\u2029]+`, "gu");
/** A full stop after these ends nothing. */
const ABBREVIATION =
  /(?:^|[\s(“"'])(?:[A-Z]|[A-Za-z](?:\.[A-Za-z])+|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|etc|No|Nos|Fig|Figs|Eq|Vol|pp|ca|cf|al|Inc|Ltd|Co|Corp|approx|Art|Sec|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)$/;

/** Sentences of a text in order, without the white space around them; Chinese and languages with full stops. */
export function sentencesOf(text: string): Span[] {
  const sentences: Span[] = [];
  let from = 0;
  const add = (to: number) => {
    const span = trimSpan(text, from, to);
    if (span) sentences.push(span);
    from = to;
  };
  for (const { 0: mark, index } of text.matchAll(END)) {
    if (mark[0] === "." && isAbbreviation(text, from, index)) continue;
    add(index + mark.length);
  }
  add(text.length);
  return sentences;
}

function isAbbreviation(text: string, from: number, at: number): boolean {
  if (!ABBREVIATION.test(text.slice(Math.max(from, at - 12), at))) return false;
  // "Inc. The": before a capital only the ones that go with a name or a number go on.
  return /^\.\s*$/.test(text.slice(at, at + 3)) ? false : text.length > at + 1;
}

/** The stretch without white space at its ends; null when nothing is left. */
export function trimSpan(text: string, from: number, to: number): Span | null {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start]!)) start++;
  while (end > start && /\s/.test(text[end - 1]!)) end--;
  return start < end ? { from: start, to: end } : null;
}
