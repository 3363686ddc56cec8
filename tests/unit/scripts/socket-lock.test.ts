import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { script } from "../../../scripts/lib/root.mjs";
import { lockHolder, takeLock } from "../../../scripts/lib/socket-lock.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "meridian-lock-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const taker = `
  const { takeLock } = await import(${JSON.stringify(script("lib/socket-lock.mjs"))});
  const lock = await takeLock(process.argv[1]);
  console.log(lock.heldBy ?? "taken");
  setInterval(() => {}, 1000);
`;

/** Another process that tries to take the lock; resolves with what it says. */
async function otherProcess(where: string) {
  const child = spawn(process.execPath, ["--input-type=module", "-e", taker, where], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const said = await new Promise<string>((resolve) =>
    child.stdout.once("data", (data) => resolve(String(data).trim())),
  );
  const kill = () =>
    new Promise((resolve) => {
      child.once("close", resolve);
      child.kill("SIGKILL");
    });
  return { said, pid: child.pid, kill };
}

test("a held lock names its holder, in this process and in another", async () => {
  const lock = await takeLock(folder);
  expect(lock.heldBy).toBeUndefined();
  expect(await takeLock(folder)).toEqual({ heldBy: process.pid });
  const other = await otherProcess(folder);
  expect(other.said).toBe(String(process.pid));
  await other.kill();
  await lock.release?.();
});

test("released, it is free and leaves nothing behind", async () => {
  const lock = await takeLock(folder);
  await lock.release?.();
  expect(await lockHolder(folder)).toBeNull();
  expect(await readdir(folder)).toEqual([]);
});

test("the lock of a process killed hard is taken over, by exactly one of many", async () => {
  const dead = await otherProcess(folder);
  expect(dead.said).toBe("taken");
  await dead.kill();
  expect(await readdir(folder)).toEqual(["lock"]);
  const results = await Promise.all(Array.from({ length: 8 }, () => takeLock(folder)));
  expect(results.filter((result) => result.heldBy === undefined)).toHaveLength(1);
  expect(await readdir(folder)).toEqual(["lock"]);
  for (const result of results) await result.release?.();
});

test("works in a folder whose path is longer than a socket's may be", async () => {
  const deep = path.join(folder, "a".repeat(90), "数据".repeat(20));
  await mkdir(deep, { recursive: true });
  const lock = await takeLock(deep);
  expect(await takeLock(deep)).toEqual({ heldBy: process.pid });
  expect(await readdir(deep)).toEqual(["lock"]);
  await lock.release?.();
});
