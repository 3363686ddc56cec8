import "server-only";
import { db } from "@/db/client";
import {
  countVectors,
  graphVectors,
  listGraphs,
  listNearestBySigns,
  listUngraphedSets,
  makeGraph,
  markGraphed,
  SIGNS_FROM,
  walkGraph,
} from "@/db/queries/retrieval/graph";
import { listNearest } from "@/db/queries/retrieval/retrieval";
import type { Scored } from "./lexical";
import type { SearchedSet } from "./types";

/**
 * What a walk costs, in slices that are gone through in the same time: of itself, and for each slice of other sets that is
 * passed over until enough of these are met. Measured at 1,024 dimensions, by an exact sort and by signs.
 */
const SORTED = { walk: 9000, passing: 1300 };
const BY_SIGNS = { walk: 15_000, passing: 25_000 };
/** What is known of graphs serves so long, milliseconds. */
const KNOWN_MS = 30_000;

/**
 * Slices from which it pays to go through their signs first. An exact sort of so many takes 2 ms, on the embedded database 17;
 * of 10,000 it takes 12 and 91, by their signs 4 and 12.
 */
const SIGNS_WORTH = 1500;

interface Space {
  sets: readonly (SearchedSet & { isGraphed: boolean })[];
  modelId: string;
  vector: readonly number[];
}

/** Slices of sets nearest to a vector, best first: exactly, or over many slices by their signs or by the graph. */
export async function findNearest({ sets, modelId, vector }: Space, limit: number): Promise<Scored[]> {
  const of = (some: readonly SearchedSet[]) => ({ setIds: some.map(({ id }) => id), modelId, vector });
  const sort = (some: readonly SearchedSet[]) =>
    (vector.length >= SIGNS_FROM && slicesOf(some) > SIGNS_WORTH ? listNearestBySigns : listNearest)(of(some), limit);
  const vectors = await worthWalking(sets, vector.length);
  const inGraph = vectors ? sets.filter(({ isGraphed }) => isGraphed) : [];
  const others = inGraph.length > 0 ? sets.filter(({ isGraphed }) => !isGraphed) : sets;
  const share = vectors ? Math.min(1, slicesOf(inGraph) / vectors) : 1;
  const found = [
    ...(inGraph.length > 0 ? await walkGraph({ ...of(inGraph), share }, limit) : []),
    ...(others.length > 0 ? await sort(others) : []),
  ];
  return found.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
}

const slicesOf = (sets: readonly SearchedSet[]) => sets.reduce((sum, { sliceCount }) => sum + sliceCount, 0);

/** Vectors of the graph that is worth walking for these sets; null: going through all slices is done sooner. */
async function worthWalking(sets: readonly SearchedSet[], dimensions: number): Promise<number | null> {
  const slices = slicesOf(sets);
  const cost = dimensions >= SIGNS_FROM ? BY_SIGNS : SORTED;
  if (slices <= cost.walk) return null;
  const vectors = (await graphs()).get(dimensions);
  return vectors !== undefined && slices > cost.walk + (cost.passing * vectors) / slices ? vectors : null;
}

const shared = globalThis as typeof globalThis & { __graphs?: { at: number; known: ReturnType<typeof listGraphs> } };

function graphs(): ReturnType<typeof listGraphs> {
  const last = shared.__graphs;
  if (last && Date.now() - last.at < KNOWN_MS) return last.known;
  const fresh = { at: Date.now(), known: listGraphs(db()) };
  shared.__graphs = fresh;
  fresh.known.catch(() => {
    if (shared.__graphs === fresh) shared.__graphs = undefined;
  });
  return fresh.known;
}

/** Sets a run takes on; the next goes on with the others. */
const SETS = 500;
/** Vectors of one statement: short enough for searches to come in between. */
const STEP = 50;

/**
 * Puts vectors of sets that answer into the graph of their dimension, and makes the graph first where a dimension has `from`
 * vectors. Safe to end anywhere: what is not in the graph is searched exactly.
 */
export async function growGraphs({ from, signal }: { from: number; signal: AbortSignal }): Promise<void> {
  const known = await listGraphs(db());
  for (const [dimensions, vectors] of await countVectors(db()))
    if (vectors >= from && !known.has(dimensions)) {
      await makeGraph(db(), dimensions);
      known.set(dimensions, 0);
    }
  for (const setId of await listUngraphedSets(db(), [...known.keys()], SETS)) {
    while ((await graphVectors(db(), setId, STEP)) > 0) signal.throwIfAborted();
    await markGraphed(db(), setId, true);
  }
}
