import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buildWorkers } from "../../../scripts/lib/worker-build.mjs";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "meridian-workers-"));
  await buildWorkers({ folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (name: string) => readFile(path.join(folder, name), "utf8");

test("holds every program under the path of its source, and nothing of the application", async () => {
  const built = (await readdir(folder, { recursive: true })).filter((name) => /\.[jt]s$/.test(name));
  expect(built).toEqual(
    expect.arrayContaining([
      "lib/files/readers/table.js",
      "lib/parsing/worker/main.js",
      "lib/tools/workers/calculator.js",
      "lib/tools/workers/code.js",
      "lib/tools/workers/page.js",
    ]),
  );
  expect(
    built.filter((name) => !/^lib\/(files\/readers|parsing\/worker|text\/encoding|tools\/workers)\/.*\.js$/.test(name)),
  ).toEqual([]);
});

test("programs are modules that import each other as they are built", async () => {
  expect(JSON.parse(await read("package.json"))).toEqual({ type: "module" });
  expect(await read("lib/parsing/worker/main.js")).toContain('import "./no-network.js";');
  expect(await read("lib/parsing/worker/main.js")).not.toContain('.ts"');
});
