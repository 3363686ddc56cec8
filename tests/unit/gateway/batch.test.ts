import { Batcher } from "@/lib/models/batch";

describe("group commit", () => {
  it("writes a lone item at once and joins what arrives meanwhile, in order, within its size", async () => {
    const batches: number[][] = [];
    let release: () => void = () => undefined;
    const batcher = new Batcher<number, number>(async (items) => {
      batches.push(items);
      await new Promise<void>((resolve) => {
        release = resolve;
        if (batches.length > 1) resolve();
      });
      return items.map((item) => item * 10);
    }, 3);
    const answers = [1, 2, 3, 4, 5, 6].map((item) => batcher.add(item));
    expect(batches).toEqual([[1]]);
    release();
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50, 60]);
    expect(batches).toEqual([[1], [2, 3, 4], [5, 6]]);
  });

  it("lets one bad item spoil no other", async () => {
    const batcher = new Batcher<number, number>(async (items) => {
      await Promise.resolve();
      if (items.includes(13)) throw new Error("bad");
      return items;
    }, 10);
    const answers = await Promise.allSettled([1, 13, 2, 3].map((item) => batcher.add(item)));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await batcher.add(7)).toBe(7);
  });
});
