import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { packagesInstalled } from "../../../scripts/lib/packages.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "meridian-packages-"));
  await mkdir(path.join(folder, "node_modules"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Packages = Record<string, { version?: string; dev?: boolean; optional?: boolean }>;
const write = (file: string, packages: Packages) => writeFile(path.join(folder, file), JSON.stringify({ packages }));

const wanted: Packages = {
  "": { version: "0.1.0" },
  "node_modules/next": { version: "16.0.0" },
  "node_modules/jest": { version: "30.0.0", dev: true },
  "node_modules/for-another-system": { version: "1.0.0", optional: true },
};
const next = { "node_modules/next": { version: "16.0.0" } };
const jest_ = { "node_modules/jest": { version: "30.0.0" } };

test.each([
  ["nothing was ever installed", null, false, false],
  ["a package is missing", {}, false, false],
  ["another version is there", { "node_modules/next": { version: "15.0.0" } }, false, false],
  ["all is there but what another system needs", { ...next, ...jest_ }, true, true],
  ["only what runs in production is there", next, true, false],
] as const)("%s", async (_what, installed, enoughToStart, enoughToTest) => {
  await write("package-lock.json", wanted);
  if (installed) await write("node_modules/.package-lock.json", installed);
  expect(await packagesInstalled({ folder })).toBe(enoughToStart);
  expect(await packagesInstalled({ folder, withDev: true })).toBe(enoughToTest);
});
