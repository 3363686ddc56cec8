import "server-only";
import { db } from "@/db/client";
import {
  indexSlices,
  listUnindexedSets,
  listUnindexedSlices,
  markIndexed,
  measureWords,
} from "@/db/queries/retrieval/words";
import { Pace } from "@/lib/jobs/pace";
import { tsvectorOf } from "./index-text";
import { wordsOf } from "./ingest";
import { USUAL_BYTES } from "./set-index";

/** Sets looked up at a time. */
const SETS = 100;
/** Slices of one statement: short enough for searches to come in between. */
const STEP = 25;

/**
 * Puts the words of sets that answer into the index of the database, once all of them are more bytes than `from`: as long as
 * every space is searched in memory nobody would ask the index, and it is most of the work of storing a slice. Safe to end anywhere: a set that is
 * not in the index yet is searched in memory.
 */
export async function indexWords({ from, signal }: { from: number; signal: AbortSignal }): Promise<void> {
  if ((await measureWords(db(), USUAL_BYTES)) <= from) return;
  const pace = new Pace();
  for (
    let setIds = await listUnindexedSets(db(), SETS);
    setIds.length > 0;
    setIds = await listUnindexedSets(db(), SETS)
  )
    for (const setId of setIds) {
      for (let after: number | undefined; ; ) {
        signal.throwIfAborted();
        const slices = await listUnindexedSlices(db(), { setId, after }, STEP);
        if (slices.length === 0) break;
        after = slices.at(-1)?.ordinal;
        const rows: { id: string; terms: string }[] = [];
        for (const slice of slices) {
          rows.push({ id: slice.id, terms: tsvectorOf(wordsOf(slice).counts ?? new Map()) });
          await pace.rest();
        }
        await indexSlices(db(), rows);
      }
      await markIndexed(db(), setId);
    }
}
