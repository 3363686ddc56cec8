/** One thing needs another; `because` says where that stands, if that is not said already. */
export interface Edge {
  from: string;
  to: string;
  because?: string;
}

/**
 * A shortest cycle through each group of things that need each other, one line a step with all that it rests on. Every
 * cycle lies within such a group, so no lines mean that there is none.
 */
export function cyclesIn(edges: readonly Edge[]): string[][] {
  const needs = new Map<string, Set<string>>();
  for (const { from, to } of edges) if (from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to));
  const reached = new Map([...needs.keys()].map((start) => [start, reach(needs, start)]));
  const seen = new Set<string>();
  const cycles: string[][] = [];
  for (const start of [...needs.keys()].sort()) {
    const way = seen.has(start) ? undefined : reached.get(start)?.get(start);
    if (!way) continue;
    for (const other of reached.keys()) {
      if (reached.get(start)?.has(other) && reached.get(other)?.has(start)) seen.add(other);
    }
    cycles.push(way.slice(1).map((to, index) => step(edges, way[index] ?? "", to)));
  }
  return cycles;
}

/** Everything that can be reached, each with a shortest way to it; the start itself where a way leads back. */
function reach(needs: ReadonlyMap<string, ReadonlySet<string>>, start: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  let ways = [[start]];
  while (ways.length > 0) {
    const next: string[][] = [];
    for (const way of ways) {
      for (const to of needs.get(way.at(-1) ?? "") ?? []) {
        if (found.has(to)) continue;
        found.set(to, [...way, to]);
        next.push([...way, to]);
      }
    }
    ways = next;
  }
  return found;
}

function step(edges: readonly Edge[], from: string, to: string): string {
  const because = edges.flatMap((edge) => (edge.from === from && edge.to === to ? (edge.because ?? []) : []));
  return `${from} -> ${to}${because.length > 0 ? ` (${because.join("; ")})` : ""}`;
}
