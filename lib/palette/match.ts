/** Something with a name and other words it is known by. */
export interface Named {
  name: string;
  words: string;
}

/**
 * What fits the words that were typed, the best first: all of them must stand in the name or the other words. A name that
 * begins with them goes before one that holds them, and that before one that is only known by them.
 */
export function bestMatches<T extends Named>(entries: readonly T[], keyword: string, most: number): T[] {
  const asked = keyword.toLowerCase();
  const parts = asked.split(/\s+/).filter(Boolean);
  return entries
    .flatMap((entry) => {
      const name = entry.name.toLowerCase();
      const all = `${name} ${entry.words.toLowerCase()}`;
      if (!parts.every((part) => all.includes(part))) return [];
      const rank = name.startsWith(asked) ? 0 : parts.every((part) => name.includes(part)) ? 1 : 2;
      return [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}
