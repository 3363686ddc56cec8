import "server-only";
import { db } from "@/db/client";
import {
  emptyIndexQueue,
  indexSlices,
  listUnindexedSets,
  listUnindexedSlices,
  markIndexed,
  measureWords,
} from "@/db/queries/retrieval/words";
import { Pace } from "@/lib/jobs/pace";
import { batchesOf } from "./batches";
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
  // A run that was ended left some, and the embedded database has nobody else who would do it.
  await emptyIndexQueue(db());
  for (let sets = await listUnindexedSets(db(), SETS); sets.length > 0; sets = await listUnindexedSets(db(), SETS))
    // Small sets go together, as many as one statement takes: pages of the web are small and many.
    for (const batch of batchesOf(sets, ({ sliceCount }) => sliceCount, STEP)) {
      const setIds = batch.map(({ id }) => id);
      for (let after: { setId: string; ordinal: number } | undefined; ; ) {
        signal.throwIfAborted();
        const slices = await listUnindexedSlices(db(), { setIds, after }, STEP);
        after = slices.at(-1);
        if (slices.length > 0) {
          const rows: { id: string; terms: string }[] = [];
          for (const slice of slices) {
            rows.push({ id: slice.id, terms: tsvectorOf(wordsOf(slice).counts ?? new Map()) });
            await pace.rest();
          }
          await indexSlices(db(), rows);
          // In small parts: left alone it grows to 400 slices, which hold the embedded database up for half a second.
          await emptyIndexQueue(db());
        }
        if (slices.length < STEP) break;
      }
      await markIndexed(db(), setIds);
    }
}
