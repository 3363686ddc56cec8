import type { Piece } from "@/lib/parsing/types";
import type { Segmentation } from "./types";

/** Where each pattern begins in a text. Throws when a pattern takes too long. */
export type FindMatches = (text: string, patterns: readonly string[]) => Promise<number[]>;

type Separators = NonNullable<Segmentation["separators"]>;

/**
 * Where separators part a piece, ascending, offsets as in `ParsedIndex`. No character is lost: a text stays at the end of the
 * slice it closes, what a regular expression finds (the number of a clause, say) stands at the beginning of the next one.
 */
export async function findBorders(piece: Piece, separators: Separators, find?: FindMatches): Promise<number[]> {
  if (separators.length === 0) return [];
  const texts = separators.filter(({ regex }) => !regex).map(({ text }) => text);
  const patterns = separators.filter(({ regex }) => regex).map(({ text }) => text);
  if (patterns.length > 0 && !find) throw new Error("regular expressions need somewhere to run");
  const found = new Set([
    ...endsOf(piece.text, texts),
    ...(patterns.length > 0 ? await find!(piece.text, patterns) : []),
  ]);
  return [...found].sort((a, b) => a - b).map((at) => piece.from + at);
}

/** Where texts end, from left to right; of two that begin at one place the longer counts. */
function endsOf(text: string, separators: readonly string[]): number[] {
  const ends: number[] = [];
  const next = separators.map((separator) => ({ separator, at: text.indexOf(separator) }));
  for (let from = 0; ; ) {
    for (const one of next) if (one.at >= 0 && one.at < from) one.at = text.indexOf(one.separator, from);
    const [first] = next
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.separator.length - a.separator.length);
    if (!first) return ends;
    from = first.at + first.separator.length;
    ends.push(from);
  }
}

/** How a separator's expression is read; the browser checks it the same way. */
export const PATTERN_FLAGS = "gmu";

export function isPattern(text: string): boolean {
  try {
    return new RegExp(text, PATTERN_FLAGS) !== null;
  } catch {
    return false;
  }
}
