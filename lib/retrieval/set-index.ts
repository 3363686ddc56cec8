import "server-only";
import { setImmediate } from "node:timers/promises";
import { db } from "@/db/client";
import { listSliceTexts } from "@/db/queries/retrieval/retrieval";
import { countTerms, termsOf } from "@/lib/text/terms";
import { indexText } from "./index-text";

/** Slices whose words are kept in memory, of all sets together: about 15 KB each. */
const SLICES_MAX = 4000;
/** A posting is slice × 256 + occurrences. */
const COUNT_BASE = 256;

/** Words of a ready set. Sets never change once they are ready, so nothing here grows old; removed ones are no longer asked. */
export class SetIndex {
  readonly ids: string[] = [];
  readonly lengths: number[] = [];
  total = 0;
  /** A lone posting is kept as a number: most terms have one. */
  private readonly postings = new Map<string, number | number[]>();

  add(id: string, terms: readonly string[]): void {
    const slice = this.ids.push(id) - 1;
    this.lengths.push(terms.length);
    this.total += terms.length;
    for (const [term, count] of countTerms(terms)) {
      const posting = slice * COUNT_BASE + Math.min(count, COUNT_BASE - 1);
      const known = this.postings.get(term);
      if (known === undefined) this.postings.set(term, posting);
      else if (typeof known === "number") this.postings.set(term, [known, posting]);
      else known.push(posting);
    }
  }

  /** Slices that hold a term, and how often. */
  of(term: string): { slice: number; count: number }[] {
    const known = this.postings.get(term);
    const list = known === undefined ? [] : typeof known === "number" ? [known] : known;
    return list.map((posting) => ({ slice: Math.floor(posting / COUNT_BASE), count: posting % COUNT_BASE }));
  }
}

const shared = globalThis as typeof globalThis & { __setIndexes?: Map<string, Promise<SetIndex>> };

async function load(setId: string): Promise<SetIndex> {
  const index = new SetIndex();
  for (const [at, slice] of (await listSliceTexts(db(), setId)).entries()) {
    index.add(slice.id, termsOf(indexText(slice)));
    // Others get their turn in between.
    if (at % 25 === 24) await setImmediate();
  }
  return index;
}

/** Whether sets of so many slices in all are searched in memory. */
export function fitsInMemory(slices: number): boolean {
  return slices <= SLICES_MAX;
}

/** Words of a set, read at first use; the sets used longest ago make room. */
export async function setIndex(setId: string): Promise<SetIndex> {
  shared.__setIndexes ??= new Map();
  const indexes = shared.__setIndexes;
  const loading = indexes.get(setId) ?? load(setId);
  indexes.delete(setId);
  indexes.set(setId, loading);
  try {
    const index = await loading;
    await makeRoom(indexes);
    return index;
  } catch (error) {
    indexes.delete(setId);
    throw error;
  }
}

async function makeRoom(indexes: Map<string, Promise<SetIndex>>): Promise<void> {
  let slices = 0;
  for (const [setId, loading] of [...indexes].reverse()) {
    const index = await loading.catch(() => null);
    slices += index?.ids.length ?? 0;
    if (slices > SLICES_MAX) indexes.delete(setId);
  }
}
