import { askedInParts, isAbout, saidWords } from "@/lib/text/asked-words";
import type { Query } from "../chat/rewrite";
import type { Found } from "./found";

/** Likeness in meaning that speaks for a slice, and where it has no word in common that could have made it alike. */
const LIKENESS = 0.5;
const LIKENESS_WITHOUT_WORDS = 0.3;

/** Whether a slice means the same as a question to a model that knows meanings. */
export const isAlike = ({ vector = 0, lexical }: { vector?: number; lexical?: number }): boolean =>
  vector >= (lexical === undefined ? LIKENESS_WITHOUT_WORDS : LIKENESS);

/** Whether a slice says what one of the queries is about, in its words or in others that mean the same. */
export function namedBy(queries: readonly Query[]): (one: Pick<Found, "hit" | "set">) => boolean {
  const wanted = queries.flatMap(({ text }) => askedInParts(text));
  return ({ hit, set }) => {
    const said = saidWords(`${set.fileName}\n${hit.heading}\n${hit.text}`);
    return wanted.some((asked) => isAbout(said, asked));
  };
}
