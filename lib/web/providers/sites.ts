/** Requests a search is split into at most, so that a long list of sources does not use up a quota. */
export const REQUESTS_MAX = 3;

/** A domain list as operators of search engines name it: those know no exact hosts and no wildcards. */
export function siteTerms(allowedHosts: readonly string[]): string[] {
  return [...new Set(allowedHosts.map((entry) => entry.replace(/^[=*.]+/, "")))].filter(Boolean);
}

/**
 * The hosts of each request of a search. What has no place in them is looked for by a last request that is narrowed to
 * none, whose hits are compared like all others.
 */
export function siteBatches(sites: readonly string[], most: number): string[][] {
  const batches: string[][] = [];
  for (let from = 0; from < sites.length; from += most) batches.push(sites.slice(from, from + most));
  if (batches.length === 0) return [[]];
  return batches.length > REQUESTS_MAX ? [...batches.slice(0, REQUESTS_MAX - 1), []] : batches;
}

/** Hits of several requests, the best of each first, and every address once. */
export function merged<Hit>(lists: readonly (readonly Hit[])[], addressOf: (hit: Hit) => string): Hit[] {
  const found = new Map<string, Hit>();
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const hit = list[rank];
      if (hit && !found.has(addressOf(hit))) found.set(addressOf(hit), hit);
    }
  }
  return [...found.values()];
}
