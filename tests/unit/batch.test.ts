import { Batcher } from "@/lib/batch";

describe("group commit", () => {
  it("writes a lone item at once and joins what arrives meanwhile, in order, within its size", async () => {
    const batches: number[][] = [];
    let release: () => void = () => undefined;
    const batcher = new Batcher<number, number>(
      async (items) => {
        batches.push(items);
        await new Promise<void>((resolve) => {
          release = resolve;
          if (batches.length > 1) resolve();
        });
        return items.map((item) => item * 10);
      },
      { most: 3 },
    );
    const answers = [1, 2, 3, 4, 5, 6].map((item) => batcher.add(item));
    expect(batches).toEqual([[1]]);
    release();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  it("lets one bad item spoil no other", async () => {
    const batcher = new Batcher<number, number>(
      async (items) => {
        await Promise.resolve();
        if (items.includes(13)) throw new Error("bad");
        return items;
      },
      { most: 10 },
    );
    const answers = await Promise.allSettled([1, 13, 2, 3].map((item) => batcher.add(item)));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await batcher.add(7)).toBe(7);
  });

  it("never joins two items of one key, and keeps their order", async () => {
    const batches: string[][] = [];
    const write = async (items: string[]) => {
      await Promise.resolve();
      batches.push(items);
      return items;
    };
    const batcher = new Batcher<string, string>(write, { most: 3, keyOf: (item) => item[0] ?? "" });
    await Promise.all(["z", "a1", "a2", "b1", "a3", "b2", "c1", "d1"].map((item) => batcher.add(item)));
    expect(batches).toEqual([["z"], ["a1", "b1", "c1"], ["a2", "b2", "d1"], ["a3"]]);
  });

  it("does not make the next wait for a write that takes long", async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const batcher = new Batcher<number, number>(
      async (items) => {
        if (items.includes(1)) await held;
        return items;
      },
      { most: 10 },
    );
    const first = batcher.add(1);
    expect(await Promise.all([batcher.add(2), batcher.add(3)])).toEqual([2, 3]);
    release();
    expect(await first).toBe(1);
  });
});
