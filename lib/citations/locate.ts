import "server-only";
import { createHash } from "node:crypto";
import { type NormalizedText, normalizeText } from "./normalized";

export interface Range {
  from: number;
  to: number;
}

/** Shorter words are everywhere; two Chinese characters or four letters can be a figure or a name. */
const QUOTE_MIN = 2;
/** A hyphen at the end of a line parts a word that a quote has whole. */
const LINE_HYPHEN = /(\p{L})[-‐\u00ad][ \t]*\r?\n[ \t]*(?=\p{Ll})/gu;

/** SHA-256 hex of the words without white space: what a citation is recognised by. */
export function quoteHash(quote: string): string {
  return createHash("sha256").update(quote.replace(/\s+/gu, "")).digest("hex");
}

/**
 * Where a quote stands in a text, exactly but for white space, case, kinds of quotes and dashes, widths, ligatures and soft
 * hyphens. Null when it is not there, or there more than once: a neighbour is never taken for it (spec D3).
 */
export function locate(text: string, quote: string, options: { foldCase?: boolean } = {}): Range | null {
  return new Locator(text, options).locate(quote);
}

/** For several quotes in one text. */
export class Locator {
  private readonly view: NormalizedText;
  private readonly joined: NormalizedText | null;

  constructor(
    private readonly original: string,
    private readonly options: { foldCase?: boolean } = {},
  ) {
    this.view = normalizeText(original, options);
    this.joined = original.search(LINE_HYPHEN) >= 0 ? withoutLineHyphens(original, this.view) : null;
  }

  locate(quote: string): Range | null {
    const places = this.places(quote);
    return places.length === 1 ? places[0]! : null;
  }

  /** Where a quote stands; two places at most. */
  places(quote: string): Range[] {
    const wanted = normalizeText(quote, this.options).text;
    if (wanted.length < QUOTE_MIN) return [];
    const places = this.placesOf(this.view, wanted);
    return places.length === 0 && this.joined ? this.placesOf(this.joined, wanted) : places;
  }

  /** The first two places are enough to know that there is not one. */
  private placesOf(view: NormalizedText, wanted: string): Range[] {
    const found: Range[] = [];
    for (let at = view.text.indexOf(wanted); at >= 0 && found.length < 2; at = view.text.indexOf(wanted, at + 1)) {
      const place = { from: view.starts[at]!, to: view.ends[at + wanted.length - 1]! };
      if (isWhole(view, at, wanted.length) && !cutsWord(this.original, place)) found.push(place);
    }
    return found;
  }
}

/** One character can have several units ("ﬁ", "…"): a match must not begin or end inside one. */
function isWhole({ starts }: NormalizedText, at: number, length: number): boolean {
  return starts[at - 1] !== starts[at] && starts[at + length - 1] !== starts[at + length];
}

const WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

/** "art" is not in "party", and 12 is not in 312. */
function cutsWord(text: string, { from, to }: Range): boolean {
  const isInside = (at: number) => at > 0 && at < text.length && WORD.test(text[at - 1]!) && WORD.test(text[at]!);
  return isInside(from) || isInside(to);
}

function withoutLineHyphens(original: string, view: NormalizedText): NormalizedText {
  const hyphens = new Set<number>();
  for (const { 0: match, 1: letter, index } of original.matchAll(LINE_HYPHEN))
    if (match) hyphens.add(index + letter!.length);
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < view.text.length; at++) {
    if (hyphens.has(view.starts[at]!)) continue;
    text += view.text[at];
    starts.push(view.starts[at]!);
    ends.push(view.ends[at]!);
  }
  return { text, starts, ends };
}
