/**
 * Share of the words a text has only once that stand in another text in the same order: the longest run of them without
 * one that comes too early. Words that are missing count as well.
 */
export function orderShare(known: string, read: string): number {
  const words = wordsOf(known);
  const counts = Map.groupBy(words, (word) => word);
  const places = new Map(words.filter((word) => counts.get(word)!.length === 1).map((word, at) => [word, at]));
  const met = new Set<string>();
  const ends: number[] = [];
  for (const word of wordsOf(read)) {
    const place = places.get(word);
    if (place === undefined || met.has(word)) continue;
    met.add(word);
    const at = ends.findIndex((end) => end >= place);
    ends[at < 0 ? ends.length : at] = place;
  }
  return places.size === 0 ? 1 : ends.length / places.size;
}

const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
