import { setImmediate as turn } from "node:timers/promises";
import { TaskQueue } from "@/lib/jobs/task-queue";

it("long lists take turns with short ones that came later", async () => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const queue = new TaskQueue(
    "test",
    2,
    (key) => {
      begun.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    },
    (key) => key.split(" ")[0] ?? "",
  );
  for (const key of ["a 1", "a 2", "a 3", "a 4", "a 5", "b 1", "b 2", "c 1"]) queue.takeUp(key);
  const order = () => begun.join(", ");
  expect(order()).toBe("a 1, a 2");
  for (let at = 0; at < 8; at++) {
    ends.get(begun[at]!)!();
    await turn();
  }
  expect(order()).toBe("a 1, a 2, b 1, c 1, a 3, b 2, a 4, a 5");
});
