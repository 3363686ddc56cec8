import { setImmediate as turn } from "node:timers/promises";
import { TaskQueue } from "@/lib/tasks/queue";

function watched(mostOf: (lane: string) => number) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new TaskQueue(`test ${Math.random()}`, mostOf, (key) => {
    begun.push(key);
    return new Promise((resolve) => ends.set(key, resolve));
  });
  return { queue, begun, end: (key: string) => ends.get(key)?.() };
}

it("long lists take turns with short ones that came later", async () => {
  const { queue, begun, end } = watched(() => 2);
  for (const key of ["a 1", "a 2", "a 3", "a 4", "a 5", "b 1", "b 2", "c 1"]) {
    queue.takeUp({ key, lane: "one", group: key.split(" ")[0]! });
  }
  expect(begun.join(", ")).toBe("a 1, a 2");
  for (let at = 0; at < 8; at++) {
    end(begun[at]!);
    await turn();
  }
  expect(begun.join(", ")).toBe("a 1, a 2, b 1, c 1, a 3, b 2, a 4, a 5");
});

it("each kind has places of its own, and nothing is begun twice", async () => {
  const { queue, begun, end } = watched((lane) => (lane === "slow" ? 1 : 2));
  const slow = { key: "s1", lane: "slow", group: "a" };
  for (const entry of [slow, slow, { ...slow, key: "s2" }, { ...slow, key: "q1", lane: "quick" }]) queue.takeUp(entry);
  expect(begun).toEqual(["s1", "q1"]);
  end("s1");
  await turn();
  expect(begun).toEqual(["s1", "q1", "s2"]);
});
