/** Something with a name and other words it is known by. */
export interface Named {
  name: string;
  words: string;
}

/** Below every rank: nothing fits. */
const NOTHING = 3;

/**
 * What fits the words that were typed, the best first, and how well the best does: all of them must stand in the name or the
 * other words. A name that begins with them (0) goes before one that holds them (1), and that before one only known by them.
 */
export function bestMatches<T extends Named>(
  entries: readonly T[],
  keyword: string,
  most: number,
): { entries: T[]; rank: number } {
  const asked = keyword.toLowerCase();
  const parts = asked.split(/\s+/).filter(Boolean);
  const found = entries
    .flatMap((entry) => {
      const name = entry.name.toLowerCase();
      const all = `${name} ${entry.words.toLowerCase()}`;
      if (!parts.every((part) => all.includes(part))) return [];
      const rank = name.startsWith(asked) ? 0 : parts.every((part) => name.includes(part)) ? 1 : 2;
      return [{ entry, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most);
  return { entries: found.map(({ entry }) => entry), rank: found[0]?.rank ?? NOTHING };
}
