import type { Transaction } from "../../client";
import { anyOf } from "../../one-of";
import { setWords, sliceSets, type slices } from "../../schema/retrieval";
import { insertSlices, lockReadySets } from "./retrieval";

interface WholeSet {
  id: string;
  versionId: string;
  owner: string;
  segmentation: unknown;
  slices: readonly Omit<typeof slices.$inferInsert, "setId" | "ordinal">[];
  /** Of their words. */
  blocks: readonly Buffer[];
}

/** Sets of short texts with everything of theirs at once. They answer no search before they are made ready. */
export async function insertWholeSets(tx: Transaction, sets: readonly WholeSet[]): Promise<void> {
  if (sets.length === 0) return;
  await tx.insert(sliceSets).values(
    sets.map(({ slices: own, blocks, ...set }) => ({
      ...set,
      sliceCount: own.length,
      wordBytes: blocks.reduce((sum, { length }) => sum + length, 0),
    })),
  );
  await insertSlices(
    tx,
    sets.flatMap(({ id: setId, slices: own }) => own.map((slice, ordinal) => ({ ...slice, setId, ordinal }))),
  );
  const words = sets.flatMap(({ id: setId, blocks }) =>
    blocks.map((block, number) => ({ setId, number, words: block })),
  );
  if (words.length > 0) await tx.insert(setWords).values(words);
}

/** As `makeReady`, of the first sets of new versions: none answered before them. */
export async function makeFirstReady(tx: Transaction, setIds: readonly string[]): Promise<void> {
  if (setIds.length === 0) return;
  await lockReadySets(tx);
  await tx.update(sliceSets).set({ isReady: true }).where(anyOf(sliceSets.id, setIds));
}
