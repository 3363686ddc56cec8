import { setImmediate as turn } from "node:timers/promises";
import { type Places, TaskQueue } from "@/lib/tasks/queue";

function watched(placesOf: (lane: string) => Places) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new TaskQueue(`test ${Math.random()}`, placesOf, (key) => {
    begun.push(key);
    return new Promise((resolve) => ends.set(key, resolve));
  });
  return { queue, begun, end: (key: string) => ends.get(key)?.() };
}

it("long lists take turns with short ones that came later", async () => {
  const { queue, begun, end } = watched(() => ({ atOnce: 2 }));
  for (const key of ["a 1", "a 2", "a 3", "a 4", "a 5", "b 1", "b 2", "c 1"]) {
    queue.takeUp({ key, lane: "one", group: key.split(" ")[0]!, isQuick: false });
  }
  expect(begun.join(", ")).toBe("a 1, a 2");
  for (let at = 0; at < 8; at++) {
    end(begun[at]!);
    await turn();
  }
  expect(begun.join(", ")).toBe("a 1, a 2, b 1, c 1, a 3, b 2, a 4, a 5");
});

it("each kind has places of its own, and nothing is begun twice", async () => {
  const { queue, begun, end } = watched((lane) => ({ atOnce: lane === "slow" ? 1 : 2 }));
  const slow = { key: "s1", lane: "slow", group: "a", isQuick: false };
  for (const entry of [slow, slow, { ...slow, key: "s2" }, { ...slow, key: "q1", lane: "quick" }]) queue.takeUp(entry);
  expect(begun).toEqual(["s1", "q1"]);
  end("s1");
  await turn();
  expect(begun).toEqual(["s1", "q1", "s2"]);
});

const entry = (key: string, isQuick = false) => ({ key, lane: "one", group: key.split(" ")[0]!, isQuick });

it("of one owner quick entries come first, until a long one has waited for two minutes", async () => {
  const { queue, begun, end } = watched(() => ({ atOnce: 1 }));
  for (const key of ["a first", "a long", "a longer"]) queue.takeUp(entry(key));
  queue.takeUp(entry("a quick", true));
  end("a first");
  await turn();
  expect(begun).toEqual(["a first", "a quick"]);
  queue.takeUp(entry("a quick 2", true));
  const now = jest.spyOn(Date, "now").mockReturnValue(Date.now() + 121_000);
  end("a quick");
  await turn();
  now.mockRestore();
  expect(begun.at(-1)).toBe("a long");
});

it("of equal owners the one whose turn was longest ago comes first", async () => {
  const { queue, begun, end } = watched(() => ({ atOnce: 1 }));
  for (const key of ["a 1", "b 1"]) queue.takeUp(entry(key));
  end("a 1");
  await turn();
  for (const key of ["b 2", "a 2"]) queue.takeUp(entry(key));
  end("b 1");
  await turn();
  expect(begun).toEqual(["a 1", "b 1", "a 2"]);
});

it("a place is left to others where one owner may not have all, and one besides to quick entries alone", async () => {
  const { queue, begun, end } = watched(() => ({ atOnce: 3, ofOneOwner: 2, quickBesides: 1 }));
  for (const key of ["a 1", "a 2", "a 3"]) queue.takeUp(entry(key));
  expect(begun).toEqual(["a 1", "a 2"]);
  // Who has a full share may do something quick in the place that is there for it.
  queue.takeUp(entry("a quick", true));
  queue.takeUp(entry("a quick 2", true));
  expect(begun).toEqual(["a 1", "a 2", "a quick"]);
  for (const key of ["b 1", "c 1"]) queue.takeUp(entry(key));
  queue.takeUp(entry("c quick", true));
  expect(begun).toEqual(["a 1", "a 2", "a quick", "b 1"]);
  // The place of quick ones is free: `c` has fewer under way than `a`.
  end("a quick");
  await turn();
  expect(begun.at(-1)).toBe("c quick");
  end("b 1");
  await turn();
  expect(begun.at(-1)).toBe("c 1");
  expect(begun).not.toContain("a 3");
});
