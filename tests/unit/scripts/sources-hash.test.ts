import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { hashSources } from "../../../scripts/lib/sources-build.mjs";

let folder: string;
const write = (name: string, content: string) => writeFile(path.join(folder, name), content);

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "meridian-hash-"));
  await mkdir(path.join(folder, "app/deep"), { recursive: true });
  await write("app/deep/page.tsx", "one");
  await write("next.config.ts", "config");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("stays when only times change or files that are not built", async () => {
  const before = await hashSources(folder);
  await utimes(path.join(folder, "app/deep/page.tsx"), 1, 1);
  await write("README.md", "text");
  expect(await hashSources(folder)).toBe(before);
});

test.each([
  ["a content", () => write("app/deep/page.tsx", "two")],
  ["a new file", () => write("app/other.tsx", "")],
  ["a removed file", () => rm(path.join(folder, "app/deep/page.tsx"))],
  ["a configuration", () => write("next.config.ts", "other")],
  ["a file at the root that appears", () => write("middleware.ts", "gate")],
])("changes with %s", async (_what, change) => {
  const before = await hashSources(folder);
  await change();
  expect(await hashSources(folder)).not.toBe(before);
});

test("the border between two files counts", async () => {
  await write("app/a", "xy");
  await write("app/b", "z");
  const before = await hashSources(folder);
  await write("app/a", "x");
  await write("app/b", "yz");
  expect(await hashSources(folder)).not.toBe(before);
});
