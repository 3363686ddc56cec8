import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { childrenFor, closeIdleChildren, runInChild } from "@/lib/parsing/pool";

/** Every child asked for, in order; each answers when told to. */
const mockStarted: (EventEmitter & { path: string })[] = [];
const mockEnded: string[] = [];

jest.mock("node:os", () => {
  const os = jest.requireActual("node:os");
  return { ...os, __esModule: true, default: { ...os, availableParallelism: () => 8 } };
});
jest.mock("@/lib/parsing/child", () => ({
  residentBytes: async () => 0,
  startChild: () => {
    const child = Object.assign(new EventEmitter(), {
      path: "",
      connected: false,
      exitCode: null,
      kill: () => mockEnded.push(child.path) > 0,
      ref: () => undefined,
      unref: () => undefined,
      send: ({ path }: { path: string }) => {
        child.path = path;
        mockStarted.push(child);
      },
    });
    return child as unknown as ChildProcess;
  },
}));

afterAll(closeIdleChildren);

const read = (path: string, owner: string, isQuick = false) =>
  runInChild({ type: "parse", path, format: "txt", options: {} }, { owner, isQuick });
const paths = () => mockStarted.map(({ path }) => path);
const settled = () => new Promise((resolve) => setImmediate(resolve));

async function finish(path: string): Promise<void> {
  mockStarted.find((child) => child.path === path)!.emit("message", { type: "done", index: new Uint8Array() });
  await settled();
}

it.each([
  [1, 2],
  [2, 2],
  [3, 2],
  [4, 3],
  [64, 3],
])("%d cores read %d files at once", (cores, children) => {
  expect(childrenFor(cores)).toBe(children);
});

it("three files are read at once, a quick one besides, and whoever has the fewest comes next", async () => {
  const reads = ["a1", "a2", "a3", "a4", "a5"].map((path) => read(path, "a"));
  await settled();
  expect(paths()).toEqual(["a1", "a2", "a3"]);

  reads.push(read("b1", "b"), read("c1", "c"), read("b2", "b"), read("c-quick", "c", true));
  await settled();
  expect(paths().slice(3)).toEqual(["c-quick"]);

  for (const path of ["a1", "c-quick", "a2", "a3", "b1", "c1"]) await finish(path);
  // Each time one of those who have none, or who waited longest, however many files somebody else brought before.
  expect(paths().slice(4)).toEqual(["b1", "c1", "a4", "b2", "a5"]);

  for (const path of ["a4", "b2", "a5"]) await finish(path);
  expect((await Promise.all(reads)).length).toBe(9);
});

it("as many as were busy wait for the next wave of quick work", async () => {
  closeIdleChildren();
  mockEnded.length = 0;
  const wave = ["q1", "q2", "q3", "q4"];
  const reads = wave.map((path) => read(path, "q", true));
  await settled();
  for (const path of wave) await finish(path);
  await Promise.all(reads);
  expect(mockEnded).toEqual([]);
  closeIdleChildren();
  expect(mockEnded.sort()).toEqual(wave);
});
