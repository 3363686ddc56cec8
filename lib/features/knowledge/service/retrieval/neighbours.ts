import "server-only";
import { db } from "@/db/client";
import { listNeighbours, listSlicesById } from "@/db/queries/retrieval/retrieval";
import type { Found } from "./found";

/** A slice that goes along with a selected one. */
export interface Neighbour {
  found: Found;
  /** The selected slice it stands beside. */
  of: string;
}

/**
 * The slices on both sides of selected ones (spec 9: a distance of 1 on 2 slices gives 6), in their order, each once: where two
 * stretches touch they are one. Only slices that answer, and only of the same version of a file.
 */
export async function findNeighbours(selected: readonly { found: Found; distance: number }[]): Promise<Neighbour[]> {
  const places = selected.flatMap(({ found: { hit }, distance }) =>
    distance > 0 ? [{ setId: hit.setId, ordinal: hit.ordinal, distance, of: hit.sliceId }] : [],
  );
  if (places.length === 0) return [];
  const isSelected = new Set(selected.map(({ found }) => found.hit.sliceId));
  const rows = await listNeighbours(db(), places);
  const beside = new Map(
    rows.filter(({ id }) => !isSelected.has(id)).map(({ id, place }): [string, number] => [id, place]),
  );
  const slices = new Map((await listSlicesById(db(), [...beside.keys()])).map((slice) => [slice.id, slice]));
  const founds = new Map(selected.map(({ found }) => [found.hit.sliceId, found]));
  return [...beside].flatMap(([id, place]) => {
    const row = slices.get(id);
    const of = places[place - 1]?.of;
    const near = of && founds.get(of);
    if (!row || !near) return [];
    const { id: sliceId, tokens: _, ...text } = row;
    const hit = { ...text, sliceId, versionId: near.hit.versionId, score: 0, scores: {} };
    return [{ found: { hit, set: near.set, score: 0 }, of }];
  });
}
