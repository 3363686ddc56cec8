/** A text as it is compared, and where each of its units stands in the text it was made of. */
export interface NormalizedText {
  text: string;
  /** Per UTF-16 unit of `text`: offset of the character it came from, in the original. One more for the end. */
  starts: number[];
  /** Per UTF-16 unit of `text`: offset behind that character. */
  ends: number[];
}

const SAME: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  "′": "'",
  "`": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "″": '"',
  "「": '"',
  "」": '"',
  "『": '"',
  "』": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "―": "-",
  "−": "-",
  "。": ".",
  "、": ",",
  "…": "...",
};
/** Soft hyphens, joiners and marks of direction: not seen, so not compared. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2069\ufeff]/;
const MARK = /^\p{M}/u;

/**
 * What two copies of the same words have in common: no white space, one form of quotes, dashes, widths and ligatures, and one
 * case where asked. Every unit keeps its place in the original.
 */
export function normalizeText(text: string, { foldCase = true } = {}): NormalizedText {
  let normalized = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (let from = 0; from < text.length; ) {
    let to = from + (text.codePointAt(from)! > 0xffff ? 2 : 1);
    // A letter and the marks on it are one character, however it is stored.
    while (to < text.length && text.charCodeAt(to) >= 0x300 && MARK.test(text.slice(to, to + 2))) to++;
    const symbol = text.slice(from, to);
    for (const unit of formOf(symbol, foldCase)) {
      normalized += unit;
      for (let at = 0; at < unit.length; at++) {
        starts.push(from);
        ends.push(to);
      }
    }
    from = to;
  }
  return { text: normalized, starts, ends };
}

function formOf(symbol: string, foldCase: boolean): string {
  const code = symbol.charCodeAt(0);
  // Nearly every character of a document.
  if (symbol.length === 1 && code > 0x20 && code < 0x7f && code !== 0x60)
    return foldCase ? symbol.toLowerCase() : symbol;
  if (UNSEEN.test(symbol)) return "";
  const known = SAME[symbol];
  if (known !== undefined) return known;
  const form = [...symbol.normalize("NFKC")].map((one) => SAME[one] ?? one).join("");
  const bare = form.replace(/\s+/gu, "");
  return foldCase ? bare.toLowerCase() : bare;
}
