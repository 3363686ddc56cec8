import { countTerms, termsOf } from "@/lib/text/terms";

/** Positions say how often a term occurs, not where: the database keeps at most 255 of a term. */
const OCCURRENCES_MAX = 255;

/** Text of a `tsvector` of our own terms. */
export function tsvectorOf(counts: ReadonlyMap<string, number>): string {
  const lexemes: string[] = [];
  for (const [term, count] of counts) {
    const positions = Array.from({ length: Math.min(count, OCCURRENCES_MAX) }, (_, index) => index + 1);
    lexemes.push(`${quoteTerm(term)}:${positions.join(",")}`);
  }
  return lexemes.join(" ");
}

/** A term as a lexeme of `tsvector` and `tsquery`. */
export function quoteTerm(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
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
