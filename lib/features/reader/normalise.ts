/** A text as it is searched, and for each of its units the place in the original. */
export interface SearchView {
  text: string;
  /** Start in the original of every unit of `text`; one entry more than units: the end. */
  starts: number[];
  /** End in the original of every unit. */
  ends: number[];
}

const SPACE = /\s/;
/** Scripts without blanks between words: a line that ends inside a word of theirs does not part it. */
const UNSPACED = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60\u3000-\u303f]/;
/** Soft hyphen, zero-width characters, byte order mark, direction marks: seen by nobody, so no part of what is looked for. */
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/;

/** Lower case, compatibility forms folded, white space of any length one blank, between Han characters none; every unit remembers where it came from. */
export function searchView(original: string): SearchView {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  const push = (folded: string, from: number, to: number) => {
    text += folded;
    for (let unit = 0; unit < folded.length; unit++) {
      starts.push(from);
      ends.push(to);
    }
  };
  for (let at = 0; at < original.length; ) {
    const code = original.charCodeAt(at);
    // The usual case; a combining mark behind the letter is not.
    if (code > 0x20 && code < 0x7f && !(original.charCodeAt(at + 1) >= 0x300)) {
      push(code >= 0x41 && code <= 0x5a ? String.fromCharCode(code + 32) : original.charAt(at), at, at + 1);
      at += 1;
      continue;
    }
    let end = at + (original.codePointAt(at)! > 0xffff ? 2 : 1);
    const character = original.slice(at, end);
    if (SPACE.test(character)) {
      while (end < original.length && SPACE.test(original.charAt(end))) end += 1;
      if (!UNSPACED.test(text.at(-1) ?? "") || !UNSPACED.test(original.charAt(end))) push(" ", at, end);
    } else if (!UNSEEN.test(character)) {
      // A letter and its combining marks are one unit: é is found in either spelling.
      while (end < original.length && /\p{M}/u.test(original.charAt(end))) end += 1;
      push(original.slice(at, end).normalize("NFKC").toLowerCase(), at, end);
    }
    at = end;
  }
  return { text, starts, ends };
}

/** Ranges of the original that hold the words, in order, without overlap. */
export function findAll(original: string, words: string): { from: number; to: number }[] {
  const needle = searchView(words.trim()).text;
  if (!needle) return [];
  const { text, starts, ends } = searchView(original);
  const hits: { from: number; to: number }[] = [];
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
    hits.push({ from: starts[at]!, to: ends[at + needle.length - 1]! });
  }
  return hits;
}
