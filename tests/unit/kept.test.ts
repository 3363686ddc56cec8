import { keptFacts } from "@/lib/kept";

let area = 0;
/** Reads that answer how many there were. */
function counted() {
  let count = 0;
  return async () => ++count;
}
const facts = (options?: { ms?: number; most?: number; onRead?: (fact: number) => void }) =>
  keptFacts<number>(`test ${++area}`, options);

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  jest.useRealTimers();
});

it("reads a fact once within its time, and each key by itself", async () => {
  const kept = facts();
  const load = counted();
  expect([await kept.read("a", load), await kept.read("a", load), await kept.read("b", load)]).toEqual([1, 1, 2]);
  jest.setSystemTime(1_001_999);
  expect(await kept.read("a", load)).toBe(1);
  jest.setSystemTime(1_002_000);
  expect(await kept.read("a", load)).toBe(3);
});

it("reads anew what was invalidated, also while it was being read", async () => {
  const kept = facts();
  const slow = Promise.withResolvers<number>();
  const before = kept.read("a", () => slow.promise);
  kept.invalidate("a");
  expect(await kept.read("a", async () => 2)).toBe(2);
  slow.resolve(1);
  expect(await before).toBe(1);
  expect(await kept.read("a", async () => 3)).toBe(2);
  kept.invalidate();
  expect(await kept.read("a", async () => 4)).toBe(4);
});

it("does not keep a failure, nor drop what was read after it", async () => {
  const kept = facts();
  const slow = Promise.withResolvers<number>();
  const failing = kept.read("a", () => slow.promise);
  kept.invalidate();
  await kept.read("a", async () => 2);
  slow.reject(new Error("gone"));
  await expect(failing).rejects.toThrow("gone");
  expect(await kept.read("a", async () => 3)).toBe(2);
  kept.invalidate();
  await expect(kept.read("a", () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  expect(await kept.read("a", async () => 4)).toBe(4);
});

it("tells of each fact that is read, once, but not of one that was invalidated meanwhile", async () => {
  const told: number[] = [];
  const kept = facts({ onRead: (fact) => told.push(fact) });
  const slow = Promise.withResolvers<number>();
  const outdated = kept.read("a", () => slow.promise);
  kept.invalidate();
  await kept.read("a", async () => 2);
  await kept.read("a", async () => 3);
  slow.resolve(1);
  await outdated;
  expect(told).toEqual([2]);
  kept.invalidate();
  await kept.read("a", async () => 4);
  expect(told).toEqual([2, 4]);
});

it("keeps nothing longer when the clock is put back, and not more than it may", async () => {
  const kept = facts({ most: 2 });
  const load = counted();
  await kept.read("a", load);
  jest.setSystemTime(999_000);
  expect(await kept.read("a", load)).toBe(2);
  await kept.read("b", load);
  await kept.read("c", load);
  expect(await kept.read("a", load)).toBe(5);
});

it("runs a query of the builder once, however often what it gave is awaited", async () => {
  const kept = facts();
  const then = jest.fn((done: (value: number) => void) => done(7));
  const query = { then } as unknown as PromiseLike<number>;
  const value = kept.read("a", () => query);
  expect([await value, await value]).toEqual([7, 7]);
  expect(then).toHaveBeenCalledTimes(1);
});
