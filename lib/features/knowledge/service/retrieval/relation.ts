import { countTerms, foldText, termsOf } from "@/lib/text/terms";
import { contentWords } from "../chat/analysis";
import type { Query } from "../chat/rewrite";
import type { Found } from "./found";

/** Likeness in meaning that speaks for a slice, and where it has no word in common that could have made it alike. */
const LIKENESS = 0.5;
const LIKENESS_WITHOUT_WORDS = 0.3;

/** Whether a slice means the same as a question to a model that knows meanings. */
export const isAlike = ({ vector = 0, lexical }: { vector?: number; lexical?: number }): boolean =>
  vector >= (lexical === undefined ? LIKENESS_WITHOUT_WORDS : LIKENESS);

/** Whether a slice has a word of the queries that names something; any has where they name nothing. */
export function namedBy(queries: readonly Query[]): (one: Pick<Found, "hit" | "set">) => boolean {
  const words = queries.flatMap(({ text }) => contentWords(text));
  const wanted = words.map((word) => ({ word: foldText(word), terms: new Set(termsOf(word)) }));
  return ({ hit, set }) => {
    if (wanted.length === 0) return true;
    const text = `${set.fileName}\n${hit.heading}\n${hit.text}`;
    const folded = foldText(text);
    const has = countTerms(termsOf(text));
    // A word of a language with spaces in any of its forms; one of the others as it stands.
    return wanted.some(({ word, terms }) =>
      /\p{Script=Latin}/u.test(word) ? [...terms].some((term) => has.has(term)) : folded.includes(word),
    );
  };
}
