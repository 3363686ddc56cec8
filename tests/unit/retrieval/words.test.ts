import { v7 } from "uuid";
import { WordsCache } from "@/lib/retrieval/set-index";
import type { SearchedSet } from "@/lib/retrieval/types";
import { BLOCK_SLICES, countOf, sliceOf, Words, WordsBuilder } from "@/lib/retrieval/words";
import { hashOf } from "@/lib/text/hash";

const occurrences = (words: Words, term: string) =>
  [...words.postings(hashOf(term))].map((posting) => [sliceOf(posting), countOf(posting)]);

function blockOf(slices: readonly Record<string, number>[], ids = slices.map(() => v7())): Buffer {
  const builder = new WordsBuilder();
  for (const [at, counts] of slices.entries()) {
    const entries = Object.entries(counts);
    builder.add(
      ids[at]!,
      new Map(entries),
      entries.reduce((sum, [, count]) => sum + count, 0),
    );
  }
  return builder.build();
}

test("a block tells which slices hold a term, and how often", () => {
  const ids = [v7(), v7(), v7()];
  const words = Words.read(blockOf([{ harbour: 1, "~harbour": 1 }, { 合同: 3 }, { harbour: 2, 合同: 900 }], ids))!;
  expect(words).toMatchObject({ slices: 3, total: 907 });
  expect([...words.lengths]).toEqual([2, 3, 902]);
  expect(ids.map((_, slice) => words.idOf(slice))).toEqual(ids);
  expect(occurrences(words, "harbour")).toEqual([
    [0, 1],
    [2, 2],
  ]);
  expect(occurrences(words, "合同")).toEqual([
    [1, 3],
    [2, 127],
  ]);
  expect(occurrences(words, "glacier")).toEqual([]);
});

test("a full block holds every posting of every slice", () => {
  const slices = Array.from({ length: BLOCK_SLICES }, (_, at) => ({ all: 1, [`term${at % 7}`]: 2, [`only${at}`]: 1 }));
  const words = Words.read(blockOf(slices))!;
  expect(occurrences(words, "all")).toHaveLength(BLOCK_SLICES);
  expect(occurrences(words, "term3").every(([slice, count]) => slice! % 7 === 3 && count === 2)).toBe(true);
  for (const at of [0, 1, 255, BLOCK_SLICES - 1]) expect(occurrences(words, `only${at}`)).toEqual([[at, 1]]);
});

test("a block is read wherever it lies in memory; one of another format, and an empty one, hold nothing", () => {
  const block = blockOf([{ harbour: 1 }]);
  const odd = Buffer.alloc(block.length + 1);
  block.copy(odd, 1);
  expect(occurrences(Words.read(odd.subarray(1))!, "harbour")).toEqual([[0, 1]]);
  block.writeUInt32LE(99, 0);
  expect(Words.read(block)).toBeNull();
  expect(Words.read(Buffer.alloc(0))).toBeNull();
  expect(occurrences(Words.read(blockOf([]))!, "harbour")).toEqual([]);
});

describe("words kept in memory", () => {
  const setsOf = (count: number): SearchedSet[] =>
    Array.from({ length: count }, (_, at) => ({
      id: `set${at}`,
      sliceCount: 1,
      wordBytes: 3000,
      revision: 0,
      isIndexed: false,
    }));

  /** A cache of blocks that count how often their size is asked for. */
  function counted(most: number) {
    const seen = { loads: 0, loaded: 0, steps: 0 };
    const block = {
      get bytes() {
        seen.steps++;
        return 3000;
      },
    } as Words;
    const cache = new WordsCache(most, async (sets) => {
      seen.loads++;
      seen.loaded += sets.length;
      return new Map(sets.map(({ id }) => [id, [block]]));
    });
    return { cache, seen };
  }

  test.each([
    ["all fit", 1e9],
    ["only some fit", 100_000],
  ])("what a search does grows with the sets it names: %s", async (_, most) => {
    const steps = [];
    for (const count of [200, 2000]) {
      const { cache, seen } = counted(most);
      expect(await cache.of(setsOf(count))).toHaveLength(count);
      expect(seen.loads).toBeLessThanOrEqual(Math.ceil((count * 3000) / 2 ** 22) + 1);
      steps.push(seen.steps);
    }
    expect(steps[1]).toBeLessThanOrEqual(steps[0]! * 10);
  });

  test("those used longest ago make room, and are read again", async () => {
    const { cache, seen } = counted(4 * 4000);
    const [first, ...others] = setsOf(5);
    await cache.of([first!, ...others.slice(0, 3)]);
    await cache.of([first!]);
    expect(seen.loaded).toBe(4);
    await cache.of(others.slice(3));
    await cache.of([first!]);
    expect(seen.loaded).toBe(5);
    await cache.of(others.slice(0, 1));
    expect(seen.loaded).toBe(6);
  });
});
