import "server-only";
import { db } from "@/db/client";
import { listSetWords, listSliceTexts, replaceSetWords } from "@/db/queries/retrieval/retrieval";
import { Pace } from "@/lib/jobs/pace";
import { batchesOf } from "./batches";
import { indexTerms } from "./index-text";
import type { SearchedSet } from "./types";
import { BLOCK_SLICES, Words, WordsBuilder } from "./words";

/** Words kept in memory, of all sets together; a slice of usual length has 1 to 3 KB. */
const KEPT_BYTES = 64 * 2 ** 20;
/** Sets of so much in all are searched in memory: what a search may have to read first takes a moment only. */
export const SPACE_BYTES = 32 * 2 ** 20;
/** Read in one statement, so that others get their turn in between. */
const BATCH_BYTES = 4 * 2 ** 20;
/** Of a slice whose words are not made yet. */
export const USUAL_BYTES = 2000;
/** What an open block takes besides its bytes. */
const BLOCK_OVERHEAD = 1000;

type Load = (sets: readonly SearchedSet[]) => Promise<Map<string, Words[]>>;

/**
 * Words of sets, read at first use; the sets used longest ago make room. A ready set changes only by hand, and then has another
 * revision; removed ones are no longer asked for. What a call does grows with the sets it names, not with those kept.
 */
export class WordsCache {
  private readonly kept = new Map<string, { words: Words[]; bytes: number; revision: number }>();
  private bytes = 0;

  constructor(
    private readonly most: number,
    private readonly load: Load,
  ) {}

  async of(sets: readonly SearchedSet[]): Promise<Words[]> {
    const found: Words[] = [];
    const missing: SearchedSet[] = [];
    for (const set of sets) {
      const known = this.kept.get(set.id);
      if (!known || known.revision !== set.revision) {
        missing.push(set);
        continue;
      }
      this.kept.delete(set.id);
      this.kept.set(set.id, known);
      found.push(...known.words);
    }
    for (const batch of batchesOf(missing, bytesOf, BATCH_BYTES)) {
      for (const [id, words] of await this.load(batch)) {
        this.keep(id, words, batch.find((set) => set.id === id)?.revision ?? 0);
        found.push(...words);
      }
    }
    return found;
  }

  private keep(id: string, words: Words[], revision: number): void {
    this.drop(id);
    const bytes = words.reduce((sum, block) => sum + block.bytes + BLOCK_OVERHEAD, 0);
    this.kept.set(id, { words, bytes, revision });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= this.most) break;
      this.drop(oldest);
    }
  }

  private drop(id: string): void {
    this.bytes -= this.kept.get(id)?.bytes ?? 0;
    this.kept.delete(id);
  }
}

const bytesOf = ({ wordBytes, sliceCount }: SearchedSet) => wordBytes || sliceCount * USUAL_BYTES;

async function load(sets: readonly SearchedSet[]): Promise<Map<string, Words[]>> {
  const rows = await listSetWords(
    db(),
    sets.map(({ id }) => id),
  );
  const stored = Map.groupBy(rows, ({ setId }) => setId);
  const loaded = new Map<string, Words[]>();
  for (const set of sets) {
    const words = (stored.get(set.id) ?? []).flatMap(({ words: block }) => Words.read(block) ?? []);
    const isWhole = set.wordBytes > 0 && words.reduce((sum, { bytes }) => sum + bytes, 0) === set.wordBytes;
    loaded.set(set.id, isWhole ? words : await makeWords(set));
  }
  return loaded;
}

/** Words of a set that was cut by an older version; stored, so that it is done once. Of one that has just gone: none. */
async function makeWords({ id, sliceCount }: SearchedSet): Promise<Words[]> {
  const blocks: Buffer[] = [];
  const pace = new Pace();
  for (let from = -1; sliceCount > 0; ) {
    const builder = new WordsBuilder();
    const slices = await listSliceTexts(db(), id, { after: from, limit: BLOCK_SLICES });
    if (slices.length === 0) break;
    from = slices.at(-1)!.ordinal;
    for (const slice of slices) {
      const { counts, termCount } = indexTerms(slice);
      builder.add(slice.id, counts, termCount);
      await pace.rest();
    }
    if (builder.slices > 0) blocks.push(builder.build());
  }
  await db().transaction((tx) => replaceSetWords(tx, id, blocks));
  return blocks.flatMap((block) => Words.read(block) ?? []);
}

const shared = globalThis as typeof globalThis & { __setWords?: WordsCache };

/** Whether sets are searched in memory. */
export function fitsInMemory(sets: readonly SearchedSet[]): boolean {
  return sets.reduce((sum, set) => sum + bytesOf(set), 0) <= SPACE_BYTES;
}

/** Words of sets, as blocks. */
export function wordsOf(sets: readonly SearchedSet[]): Promise<Words[]> {
  shared.__setWords ??= new WordsCache(KEPT_BYTES, load);
  return shared.__setWords.of(sets);
}
