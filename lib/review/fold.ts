import { Converter } from "opencc-js/t2cn";

const toSimplified = Converter({ from: "t", to: "cn" });

/** Blanks, and characters nobody sees: words are written through them to pass by a rule. */
const UNSEEN = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}]/u;
const LATIN_MARKS = /[\u0300-\u036f]/g;
const HAN = /\p{Script=Han}/u;

/** Characters met last with what they are compared by. */
const KEPT = 20_000;
const known = new Map<string, string>();

/**
 * What a character is compared by in review: one form for width, case, accents, traditional and simplified (spec K7); nothing
 * for one that is not seen.
 */
export function foldSymbol(symbol: string): string {
  if (symbol >= "a" && symbol <= "z") return symbol;
  const met = known.get(symbol);
  if (met !== undefined) return met;
  const plain = symbol.normalize("NFKD").toLowerCase().replace(LATIN_MARKS, "");
  const seen = [...plain].filter((one) => !UNSEEN.test(one)).join("");
  const folded = HAN.test(seen) ? toSimplified(seen) : seen;
  if (known.size >= KEPT) known.clear();
  known.set(symbol, folded);
  return folded;
}

/** A whole text as it is compared. */
export const foldWords = (text: string): string => Array.from(text, foldSymbol).join("");
