import { countTerms, termsOf } from "@/lib/text/terms";

/** Positions say how often a term occurs, not where: the database keeps at most 255 of a term. */
const OCCURRENCES_MAX = 255;

/** Positions of a term that occurs so often. */
const POSITIONS = [""];

function positionsOf(count: number): string {
  for (let most = POSITIONS.length; most <= count; most++)
    POSITIONS.push(most === 1 ? ":1" : `${POSITIONS[most - 1]},${most}`);
  return POSITIONS[count]!;
}

/** Text of a `tsvector` of our own terms. */
export function tsvectorOf(counts: ReadonlyMap<string, number>): string {
  let text = "";
  for (const [term, count] of counts) text += `${quoteTerm(term)}${positionsOf(Math.min(count, OCCURRENCES_MAX))} `;
  return text.trimEnd();
}

/** A term as a lexeme of `tsvector` and `tsquery`. Terms are letters and digits, as a rule: these need no second look. */
export function quoteTerm(term: string): string {
  return /['\\]/.test(term) ? `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'` : `'${term}'`;
}

/** What a slice is found and embedded by: its headings say what its words are about. */
export function indexText(slice: { heading: string; text: string }): string {
  return slice.heading ? `${slice.heading}\n${slice.text}` : slice.text;
}

/** Terms of a slice, and how many they are. */
export function indexTerms(slice: { heading: string; text: string }): {
  counts: Map<string, number>;
  termCount: number;
} {
  const terms = termsOf(indexText(slice));
  return { counts: countTerms(terms), termCount: terms.length };
}
